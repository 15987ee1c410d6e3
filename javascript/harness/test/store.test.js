import assert from "node:assert/strict";
import { mkdtempSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test from "node:test";
import { NumberList } from "../experiments/store/number_list.js";
import { PageBuffer } from "../experiments/store/page_buffer.js";
import { ReadPlan } from "../experiments/store/read_plan.js";
import { Reader } from "../experiments/store/reader.js";
import { Staged } from "../experiments/store/staged.js";
import { Numbered, numbered, requireOneThread } from "../experiments/store/telling.js";
import { Writer } from "../experiments/store/writer.js";
import { refuse } from "../protocol/refusal.js";

const folder = () => mkdtempSync(join(tmpdir(), "serbench-"));

test("records that lie side by side are read at once", () => {
  const plan = new ReadPlan(16);
  plan.make([
    { offset: 0, bytes: 10 },
    { offset: 16, bytes: 16 },
    { offset: 96, bytes: 3 },
    { offset: 0, bytes: 5 },
  ]);
  assert.deepEqual(plan.windows, [
    { offset: 0, bytes: 32, needed: 32, place: 0 },
    { offset: 96, bytes: 16, needed: 3, place: 32 },
    { offset: 0, bytes: 16, needed: 5, place: 48 },
  ]);
  assert.deepEqual(plan.places, [0, 16, 32, 48]);
  assert.equal(plan.bufferBytes, 64);
});

test("adapters are read whole", () => {
  const plan = new ReadPlan(4096);
  plan.make([
    { offset: 16, bytes: 10 },
    { offset: 5000, bytes: 20 },
  ]);
  assert.deepEqual(plan.places, [16, 5000]);
  assert.equal(plan.bufferBytes, 8192);
});

test("an adapter buffer has whole adapters", () => {
  for (const direct of [false, true]) {
    for (const [bytes, expected] of [
      [0, 4096],
      [4096, 4096],
      [4097, 8192],
    ]) {
      assert.equal(new PageBuffer(bytes, direct).bytes.length, expected);
    }
    const growing = new PageBuffer(1, direct);
    growing.require(5000);
    assert.equal(growing.bytes.length, 12288);
  }
});

test("staged messages keep their bytes while their memory grows", () => {
  const staged = new Staged();
  const messages = [Buffer.alloc(60_000, "a"), Buffer.alloc(0), Buffer.alloc(100_000, "b")];
  messages.forEach((message) => staged.add(message));
  assert.equal(staged.count, 3);
  for (const [i, message] of messages.entries()) {
    assert.deepEqual(staged.message(i), message);
    assert.equal(staged.sizeOf(i), message.length);
  }
});

test("what was written is read, and a file that was cut off is refused", () => {
  const place = folder();
  const [data, index] = [join(place, "data"), join(place, "index")];
  const identity = { codec: "codec", workload: "workload", corpusDigest: 2n ** 63n, objects: 3 };
  const writer = new Writer(data, index, identity, false);
  const begin = writer.write(Buffer.from("abc~~~~~~~~~~~~~de~~~~~~~~~~~~~~"));
  const extents = [
    { offset: begin + 16, bytes: 2 },
    { offset: begin, bytes: 3 },
    { offset: begin + 18, bytes: 0 },
  ];
  writer.note([2, 0, 1], extents);
  assert.equal(writer.finish(), 32);
  const reader = new Reader(data, index, false);
  assert.deepEqual(reader.identity, identity);
  assert.deepEqual(reader.locate([0, 1, 2]), [extents[1], extents[2], extents[0]]);
  assert.throws(() => reader.locate([3]), { message: "The store has no object 3; it has 3." });
  truncateSync(data, 40);
  const message = `The file ${data} does not have the size that its index tells.`;
  assert.throws(() => new Reader(data, index, false), { message });
});

test("an order has each number once", () => {
  const path = join(folder(), "order");
  for (const [numbers, isOrder] of [
    [[2n, 0n, 1n], true],
    [[2n, 0n, 2n], false],
    [[3n, 0n, 1n], false],
    [[0n, 1n], false],
  ]) {
    writeFileSync(path, new Uint8Array(BigUint64Array.from(numbers).buffer));
    const list = new NumberList(path);
    if (isOrder) {
      list.requireOrder(3);
      assert.deepEqual(list.at(1, 2), [0, 1]);
    } else {
      assert.throws(() => list.requireOrder(3), {
        message: `The file ${path} does not hold each number below 3 once.`,
      });
    }
  }
});

test("a fault keeps its first object, and a refusal has none", () => {
  const fault = numbered(8, numbered(7, new Error("no")));
  assert.ok(fault instanceof Numbered);
  assert.deepEqual([fault.number, fault.fault.message], [7, "no"]);
  const refusal = refuse("No.");
  assert.equal(numbered(7, refusal), refusal);
});

test("one thread is what there is", () => {
  requireOneThread(1);
  assert.throws(() => requireOneThread(0), { message: "At least one thread is needed." });
  assert.throws(() => requireOneThread(2), { message: "This runner works with one thread." });
});
