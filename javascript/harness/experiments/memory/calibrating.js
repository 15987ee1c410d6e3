import { line } from "../../protocol/replies.js";
import { startProcess } from "../../timing/clock.js";
import { Sampler } from "../../timing/sampler.js";
import { loadCorpusToMeasure } from "../../values/corpus.js";
import { ImageForm } from "../../values/image.js";

// Long enough for the loops to be compiled.
const WARMUP_NS = 200e6;

/** A copy of each object's bytes, called as an operation calls an adapter. */
class Copying {
  constructor(sources) {
    this.target = Buffer.alloc(Math.max(...sources.map((source) => source.length)));
  }

  encode(source) {
    source.copy(this.target);
    return this.target;
  }
}

class Nothing {
  encode(source) {
    return source;
  }
}

/** The loop of an operation, made for each adapter anew so that it calls one adapter only. */
function loopOver(adapter, sources) {
  const body = `
    return function rotate(rotations) {
      for (let rotation = 0; rotation < rotations; rotation++) {
        for (let index = 0; index < sources.length; index++) {
          kept.last = adapter.encode(sources[index]);
        }
      }
    };`;
  return new Function("adapter", "sources", "kept", body)(adapter, sources, { last: null });
}

function byHand(sources, target, rotations) {
  for (let rotation = 0; rotation < rotations; rotation++) {
    for (let index = 0; index < sources.length; index++) {
      sources[index].copy(target);
    }
  }
}

/**
 * Measures the sampler itself. The samples of the three are taken in turn, so that a change of the machine's speed
 * affects all.
 */
export function calibrate(bench) {
  const { request, replies } = bench;
  const [sampleNs, samples] = [request.number("sample_ns"), request.number("samples")];
  const sampler = new Sampler({ sampleNs, samples, warmupNs: WARMUP_NS, budgetNs: 0 });
  const corpus = loadCorpusToMeasure(request.path("corpus"), new ImageForm(bench.plain));
  const sources = corpus.objects.map((image) => image.bytes);
  const copying = new Copying(sources);
  const loops = [
    { name: "empty", rotate: loopOver(new Nothing(), sources) },
    { name: "sampler-memcpy", rotate: loopOver(copying, sources) },
    { name: "hand-memcpy", rotate: (rotations) => byHand(sources, copying.target, rotations) },
  ].map((loop) => ({ ...loop, rotations: warm(sampler, loop.rotate) }));
  for (let taken = 0; taken < samples; taken++) {
    for (const { name, rotate, rotations } of loops) {
      const watch = startProcess();
      rotate(rotations);
      const [cpuNs, wallNs] = [watch.cpuNs(), watch.wallNs()];
      replies.send(
        line("calibration")
          .text("name", name)
          .number("n", rotations * sources.length)
          .number("cpu_ns", cpuNs)
          .number("wall_ns", wallNs),
      );
    }
  }
}

/** How many rotations a sample of a warm loop takes. */
function warm(sampler, rotate) {
  return sampler.calibratedRotations(rotate, sampler.warmUp(rotate));
}
