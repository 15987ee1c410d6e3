// PRODUCT CORPUS OPERATION…: prints each operation and the nanoseconds of one, by tinybench.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Bench, hrtimeNow } from "tinybench";

// As long as ours in `standard`: a loop may stay at a speed for long until its types are known.
const WARMUP_MS = 3000;
const TIME_MS = 1000;
// A call over all objects may take long, and the times above are enough of it.
const FEWEST_CALLS = 3;
const NS_PER_MS = 1e6;

/** What a runner's folder has: its adapter, its plain objects, and of the harness what loads and proves them. */
async function importedFrom(product) {
  const from = (name) => import(pathToFileURL(join(product, name)));
  const [codec, walks, corpus, judging, writer, collector] = await Promise.all([
    from("codec.js"),
    from("walks/form.js"),
    from("harness/values/corpus.js"),
    from("harness/adapter/judging.js"),
    from("harness/values/writer.js"),
    from("harness/timing/collector.js"),
  ]);
  return { ...codec, ...walks, ...corpus, ...judging, ...writer, ...collector };
}

/** The messages of all objects. As in a runner, each is decoded and its value's digest taken before anything is timed. */
function proven({ newAdapter, judgeValue, Writer }, form, { objects, digests }) {
  const [adapter, writer] = [newAdapter(), new Writer()];
  return objects.map((object, index) => {
    const message = Buffer.from(adapter.encode(object));
    judgeValue(form, adapter.decode(message), digests[index], writer);
    return message;
  });
}

/** For each operation a call that does it for all inputs once; the last result is kept, so that the work is done. */
const ROTATIONS = {
  encode: (adapter, { objects }) => {
    const kept = { last: null };
    return () => {
      for (let index = 0; index < objects.length; index++) {
        kept.last = adapter.encode(objects[index]);
      }
    };
  },
  decode: (adapter, { messages }) => {
    const kept = { last: null };
    return () => {
      for (let index = 0; index < messages.length; index++) {
        kept.last = adapter.decode(messages[index]);
      }
    };
  },
};

/** The mean of one call. */
function meanNs(name, rotation, collectGarbage) {
  const bench = new Bench({
    time: TIME_MS,
    iterations: FEWEST_CALLS,
    warmupTime: WARMUP_MS,
    warmupIterations: FEWEST_CALLS,
    now: hrtimeNow,
    throws: true,
    // What was there before is not collected at this operation's expense.
    setup: (_task, mode) => {
      if (mode === "warmup") {
        collectGarbage();
      }
    },
  });
  const [task] = bench.add(name, rotation).runSync();
  return task.result.latency.mean * NS_PER_MS;
}

async function main(product, path, operations) {
  const runner = await importedFrom(product);
  const form = runner.newAdapter().form?.(runner.form) ?? runner.form;
  const corpus = runner.loadCorpusToMeasure(path, form);
  const subject = { objects: corpus.objects, messages: proven(runner, form, corpus) };
  for (const name of operations) {
    const rotation = ROTATIONS[name](runner.newAdapter(), subject);
    console.log(name, meanNs(name, rotation, runner.collectGarbage) / corpus.objects.length);
  }
}

const [product, path, ...operations] = process.argv.slice(2);
try {
  await main(product, path, operations);
} catch (thrown) {
  console.error(thrown.message ?? String(thrown));
  process.exitCode = 1;
}
