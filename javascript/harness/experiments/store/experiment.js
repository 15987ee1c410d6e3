// Objects are written to a file, and read from it in order or by number (PROTOCOL.md, store-write and store-read).
import { refuse } from "../../protocol/refusal.js";
import { line } from "../../protocol/replies.js";
import { collectedHeapBytes, watchCollector } from "../../timing/collector.js";
import { levelOf } from "./level.js";
import { optionalList } from "./number_list.js";
import { Pool } from "./pool.js";
import { Reader } from "./reader.js";
import { Reading } from "./reading.js";
import { OBJECTS_A_BLOCK, OBJECTS_A_RANDOM_BLOCK, PHASE } from "./share.js";
import { requireOneThread, servedToTheEnd, tellCollected, tellPhases } from "./telling.js";
import { Writer } from "./writer.js";
import { Writing } from "./writing.js";

export const verbs = [
  { name: "store-write", serve: serveWrite },
  { name: "store-read", serve: serveRead },
];

/** What both verbs need. */
function settingOf({ request }) {
  const setting = {
    data: request.path("data"),
    index: request.path("index"),
    objects: request.number("objects"),
    direct: request.number("direct") !== 0,
    warmupNs: request.number("warmup_ns"),
  };
  requireOneThread(request.number("threads"));
  return { ...setting, pool: new Pool(request.path("corpus"), request.optionalPath("numbers")) };
}

function tellCorpus(replies, pool) {
  replies.send(
    line("corpus").number("objects", pool.objects).number("bytes", pool.bytes).digest("digest", pool.digest),
  );
}

function serveWrite(bench) {
  const { data, index, objects, direct, warmupNs, pool } = settingOf(bench);
  const order = optionalList(bench.request.optionalPath("order"));
  // The writer empties the files, which a wrong list must not do.
  order?.requireOrder(objects);
  const identity = { codec: bench.about.codec, workload: bench.about.workload, corpusDigest: pool.digest, objects };
  const writer = new Writer(data, index, identity, direct);
  tellCorpus(bench.replies, pool);
  const codec = bench.newAdapter();
  const writing = new Writing({ pool, form: bench.form, writer, order, raw: codec.form !== undefined }, codec);
  servedToTheEnd(bench.replies, "write", () => {
    writing.warmUp(warmupNs);
    const watch = watchCollector();
    writing.run(objects);
    const collected = watch.collected();
    const dataBytes = writer.finish();
    const { phases, bytes } = writing.share;
    phases.timed(PHASE.fsync, () => writer.sync());
    tellPhases(bench.replies, phases);
    tellCollected(bench.replies, "write", collected);
    const stored = line("stored").number("objects", objects).number("bytes", bytes);
    bench.replies.send(stored.number("data_bytes", dataBytes));
  });
}

function serveRead(bench) {
  const { data, index, objects, direct, warmupNs, pool } = settingOf(bench);
  const name = bench.request.path("level");
  const codec = bench.newAdapter();
  const level = levelOf(name, codec);
  const keeps = bench.request.number("keep_objects") !== 0 && level.decodes === true;
  const reader = new Reader(data, index, direct);
  requireOwn(reader.identity, bench.about, pool, data);
  tellCorpus(bench.replies, pool);
  const list = optionalList(bench.request.optionalPath("ids"));
  const block = pool.blockObjects(list === null ? OBJECTS_A_BLOCK : OBJECTS_A_RANDOM_BLOCK);
  const reading = new Reading({ pool, form: bench.form, reader, direct, level, block, keeps, list }, codec);
  servedToTheEnd(bench.replies, name, () => {
    reading.warmUp(warmupNs);
    const before = keeps ? collectedHeapBytes() : 0;
    const watch = watchCollector();
    reading.run(objects);
    const collected = watch.collected();
    const held = keeps ? Math.max(collectedHeapBytes() - before, 0) : 0;
    if (keeps) {
      reading.free();
    }
    const { phases, bytes, digest, touch } = reading.share;
    tellPhases(bench.replies, phases);
    tellCollected(bench.replies, name, collected);
    if (keeps) {
      bench.replies.send(line("held").number("bytes", held));
    }
    const fetched = line("fetched").number("objects", objects).number("bytes", bytes);
    bench.replies.send(fetched.digest("digest", digest).number("touch", touch));
  });
}

function requireOwn(identity, about, pool, data) {
  if (identity.workload !== about.workload || identity.corpusDigest !== pool.digest) {
    const digest = identity.corpusDigest.toString(16).padStart(16, "0");
    throw refuse(`The store in ${data} holds other objects: ${identity.workload} with the corpus ${digest}.`);
  }
}
