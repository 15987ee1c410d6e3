// A store is sorted within a budget of memory (PROTOCOL.md, sort).
import fs from "node:fs";
import { refuse, refuseFile } from "../../protocol/refusal.js";
import { line } from "../../protocol/replies.js";
import { NumberList } from "../store/number_list.js";
import { Reader } from "../store/reader.js";
import { requireOneThread, servedToTheEnd, tellCollected, tellPhases } from "../store/telling.js";
import { Writer } from "../store/writer.js";
import { Budget } from "./budget.js";
import { contractNamed, HOLDS_OBJECTS, RAW } from "./contract.js";
import { ENTRY_BYTES } from "./entries.js";
import { heapPerByte } from "./heap.js";
import { KeyKind } from "./keys.js";
import { inFileOrder } from "./located.js";
import { SortedStore } from "./sorted_store.js";
import { Sorting } from "./sorting.js";
import { Tally } from "./tally.js";
import { Worker } from "./worker.js";

const FILES = ["data", "index", "sorted_data", "sorted_index"];

export const verbs = [
  {
    name: "sort",
    keys: [
      ...FILES,
      "scratch",
      "contract",
      "key",
      "keys",
      "distinct",
      "memory_bytes",
      "fan_in",
      "threads",
      "direct",
      "warmup_ns",
    ],
    serve,
  },
];

function serve(bench) {
  const { request, replies } = bench;
  const files = Object.fromEntries(FILES.map((key) => [key, request.path(key)]));
  const asked = askedOf(bench);
  asked.reader = new Reader(files.data, files.index, asked.direct);
  const { workload } = asked.reader.identity;
  if (workload !== bench.about.workload) {
    throw refuse(`The store in ${files.data} holds other objects: ${workload}.`);
  }
  servedToTheEnd(replies, "sort", () => sort(bench, asked, files));
}

/** Reads the request, and refuses what cannot be done with any store. */
function askedOf(bench) {
  const { request } = bench;
  const contract = request.path("contract");
  const keys = new KeyKind(request.path("key"), request.number("distinct"), bench);
  const asked = {
    keys,
    contract: contractNamed(contract, bench.newPage(), keys.isStudy),
    scratch: request.path("scratch"),
    direct: request.number("direct") !== 0,
    warmupNs: request.number("warmup_ns"),
    budget: new Budget(request.number("memory_bytes"), request.number("fan_in")),
    runsMade: 0,
  };
  requireOneThread(request.number("threads"));
  if (asked.budget.fanIn < 2) {
    throw refuse("A merge takes at least two runs at once.");
  }
  return asked;
}

function sort(bench, asked, files) {
  const all = inFileOrder(asked.reader);
  const worker = prepared(bench, asked, all);
  const sorting = new Sorting(worker, all);
  const writer = created(bench, asked, files);
  sorting.warmUp();
  const sorted = new SortedStore(writer, all.length);
  sorting.sort(sorted);
  tell(bench.replies, worker, sorting, sorted);
}

/** Reads the listed keys, divides the memory and makes what the sort works with. */
function prepared(bench, asked, all) {
  asked.largestBytes = all.sizes.reduce((most, size) => Math.max(most, size), 0);
  if (asked.largestBytes + ENTRY_BYTES > asked.budget.memoryBytes) {
    throw asked.budget.tooSmall();
  }
  if (asked.contract === RAW) {
    asked.keys.listed = new NumberList(bench.request.path("keys")).keys(all.length);
  }
  const worker = new Worker(asked, bench.newPage());
  if (asked.contract === HOLDS_OBJECTS) {
    asked.budget.heapPerByte = heapPerByte(worker, all);
    worker.tally = new Tally();
  }
  return worker;
}

/**
 * Begins the sorted store, which has the identity of the other one but for the codec. What is read must not be written,
 * by whatever path.
 */
function created(bench, asked, files) {
  for (const written of [files.sorted_data, files.sorted_index]) {
    for (const read of [files.data, files.index]) {
      if (isSameFile(written, read)) {
        throw refuseFile(written, "is one of the store that is sorted");
      }
    }
  }
  const identity = { ...asked.reader.identity, codec: bench.about.codec };
  return new Writer(files.sorted_data, files.sorted_index, identity, asked.direct);
}

function isSameFile(one, other) {
  const [first, second] = [one, other].map((path) => fs.statSync(path, { bigint: true, throwIfNoEntry: false }));
  return first !== undefined && second !== undefined && first.dev === second.dev && first.ino === second.ino;
}

/** Sends the phases, what was done, and what the collector did. */
function tell(replies, { asked, tally }, { heap, runs, passes }, sorted) {
  const collected = heap.collected();
  tellPhases(replies, tally.phases);
  replies.send(
    line("sorted")
      .number("objects", asked.reader.identity.objects)
      .number("bytes", sorted.bytes)
      .number("data_bytes", sorted.dataBytes)
      .number("runs", runs)
      .number("passes", passes)
      .number("fan_in", asked.budget.fanIn)
      .number("read_bytes", tally.readBytes)
      .number("written_bytes", tally.writtenBytes)
      .number("decodes", tally.decodes)
      .number("accesses", tally.accesses)
      .number("comparisons", tally.comparisons)
      .number("held_bytes", heap.heldBytes),
  );
  tellCollected(replies, "sort", collected);
}
