import { failureOf } from "../../adapter/failure.js";
import { judgeTouch, judgeValue } from "../../adapter/judging.js";
import { Refusal, refuse } from "../../protocol/refusal.js";
import { line } from "../../protocol/replies.js";
import { peakResidentBytes } from "../../timing/resident_memory.js";
import { Sampler } from "../../timing/sampler.js";
import { loadCorpusToMeasure } from "../../values/corpus.js";
import { digestOfDigests } from "../../values/digest.js";
import { Writer } from "../../values/writer.js";
import { xxh64 } from "../../values/xxh64.js";
import { AtObject, encoded, givenMessages, NO_MESSAGE } from "./messages.js";
import { entriesOf } from "./operations.js";

const LARGEST_KEEP = 2 ** 28;
const SIXTY_FOUR_BITS = 64;

/** Proves, times and proves again the operations of a request, in its order. */
export function measure(bench) {
  const { request, replies } = bench;
  const sampler = new Sampler({
    sampleNs: request.number("sample_ns"),
    samples: request.number("samples"),
    warmupNs: request.number("warmup_ns"),
    budgetNs: request.number("budget_ns"),
  });
  const keep = keepOf(request);
  const names = request.list("operations");
  const corpus = loadCorpusToMeasure(request.path("corpus"), bench.form);
  const file = request.optionalPath("encoded");
  const chosen = chosenOf(entriesOf(bench.newAdapter()), names, file !== null);
  const given = file === null ? null : givenMessages(file, corpus.objects.length);
  replies.send(
    line("corpus")
      .number("objects", corpus.objects.length)
      .number("bytes", corpus.bytes)
      .digest("digest", corpus.digest()),
  );
  const subject = { objects: corpus.objects, messages: null, keep };
  for (const entry of chosen) {
    reported(replies, entry.name, () => {
      subject.messages ??= messagesOf(bench, corpus, given);
      measureOne(bench, sampler, corpus, entry, subject);
    });
  }
  const peakBytes = peakResidentBytes();
  if (peakBytes !== null) {
    replies.send(line("memory").number("peak_bytes", peakBytes));
  }
}

function keepOf(request) {
  const keep = request.optionalNumber("keep") ?? 0;
  if (keep > LARGEST_KEEP) {
    throw refuse(`The value of keep is ${keep}, and at most ${LARGEST_KEEP} objects can be kept.`);
  }
  return keep;
}

/** The operations of these names; with messages from a file they must start from bytes. */
function chosenOf(entries, names, fromFile) {
  return names.map((name) => {
    const entry = entries.find((one) => one.name === name);
    if (entry === undefined) {
      throw refuse(`This codec has no operation "${name}".`);
    }
    if (fromFile && !entry.fromBytes) {
      throw refuse(`The operation "${name}" does not start from messages, so it cannot read those of a file.`);
    }
    return entry;
  });
}

function messagesOf(bench, corpus, given) {
  const missing = given?.indexOf(null) ?? -1;
  if (missing >= 0) {
    throw new AtObject(missing, new Error(NO_MESSAGE));
  }
  return given ?? encoded(bench.newAdapter(), corpus.objects);
}

/** Reports how an operation failed, if it does; what ends the request is thrown. */
function reported(replies, name, work) {
  try {
    work();
  } catch (thrown) {
    if (thrown instanceof Refusal) {
      throw thrown;
    }
    const at = thrown instanceof AtObject;
    const failure = failureOf(at ? thrown.thrown : thrown);
    const reply = line("failed").text("operation", name).text("outcome", failure.outcome);
    // While timing nobody counts the objects, so a failure there has no index.
    replies.send((at ? reply.number("index", thrown.index) : reply).text("detail", failure.message));
  }
}

function measureOne(bench, sampler, corpus, entry, subject) {
  const { replies } = bench;
  const operation = entry.make(bench.newAdapter, subject);
  const rotate = (rotations) => operation.rotate(rotations);
  prove(bench, corpus, entry.name, "before", operation);
  const warmUp = sampler.warmUp(rotate);
  replies.send(
    line("warmup")
      .text("operation", entry.name)
      .number("elapsed_ns", warmUp.elapsedNs)
      .number("settled", warmUp.settled ? 1 : 0),
  );
  const { samples, collected } = sampler.taken(rotate, warmUp);
  const objects = corpus.objects.length;
  replies.send(
    line("calibrated")
      .text("operation", entry.name)
      .number("n", samples[0].rotations * objects),
  );
  for (const { rotations, cpuNs, wallNs } of samples) {
    replies.send(
      line("sample")
        .text("operation", entry.name)
        .number("n", rotations * objects)
        .number("cpu_ns", cpuNs)
        .number("wall_ns", wallNs),
    );
  }
  if (collected !== null) {
    const { ns, collections } = collected;
    replies.send(line("gc").text("operation", entry.name).number("gc_ns", ns).number("collections", collections));
  }
  prove(bench, corpus, entry.name, "after", operation);
}

/** Runs an operation over every object and compares. */
function prove(bench, corpus, name, phase, operation) {
  const [writer, digests, written] = [new Writer(), [], []];
  let [touch, size, read] = [0n, 0, undefined];
  for (const [index, object] of corpus.objects.entries()) {
    try {
      const found = operation.prove(index);
      size += found.size;
      if (found.written !== undefined) {
        written.push(xxh64(found.written));
      }
      if (found.read !== undefined) {
        read = (read ?? 0) + found.read;
      }
      if (found.touch !== undefined) {
        touch += found.touch.bits();
        judgeTouch(bench.form, found.touch, found.plan, object);
      } else {
        digests.push(judgeValue(bench.form, found.value, corpus.digests[index], writer));
      }
    } catch (thrown) {
      throw new AtObject(index, thrown);
    }
  }
  const reply = line("verified")
    .text("operation", name)
    .text("phase", phase)
    .digest("digest", digestOfAny(digests))
    .number("touch", BigInt.asUintN(SIXTY_FOUR_BITS, touch))
    .number("bytes", size)
    .digest("messages", digestOfAny(written));
  bench.replies.send(read === undefined ? reply : reply.number("read", read));
}

/** 0 where there are none. */
function digestOfAny(digests) {
  return digests.length === 0 ? 0n : digestOfDigests(digests);
}
