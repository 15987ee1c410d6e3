import assert from "node:assert/strict";
import test from "node:test";
import { frameAt, putHeader } from "../experiments/relay/frames.js";
import { Gathered } from "../experiments/relay/gathered.js";
import { Barriers } from "../experiments/relay/barriers.js";
import { Source } from "../experiments/relay/source.js";
import { placeOf } from "../experiments/relay/steps.js";

function frameOf(high, low, text) {
  const bytes = Buffer.alloc(12 + text.length);
  putHeader(bytes, 0, text.length, { low, high });
  bytes.write(text, 12, "latin1");
  return bytes;
}

test("a header is the length and the sequence", () => {
  assert.equal(frameOf(0x00010000, 2, "abcde").toString("hex"), "050000000200000000000100" + "6162636465");
});

test("frames come in order until one is incomplete", () => {
  const stream = Buffer.concat([frameOf(3 << 16, 7, "ab"), frameOf(1, 8, ""), frameOf(0, 9, "cdef")]);
  for (let cut = 1; cut < 16; cut++) {
    const end = stream.length - cut;
    const first = frameAt(stream, 0, end, 64);
    assert.deepEqual([first.number, first.message.toString(), first.end], [7, "ab", 14]);
    const second = frameAt(stream, first.end, end, 64);
    assert.deepEqual([second.number, second.message.length, second.end], [2 ** 32 + 8, 0, 26]);
    assert.equal(frameAt(stream, second.end, end, 64), null);
  }
});

test("what is longer than agreed is refused by its header", () => {
  const header = frameOf(0, 0, "123456789").subarray(0, 12);
  assert.throws(() => frameAt(header, 0, 12, 8), { message: "A frame of 9 bytes is longer than 8." });
  assert.equal(frameAt(header, 0, 12, 9), null);
  const barrier = frameOf(2 ** 31, 0, "x");
  assert.throws(() => frameAt(barrier, 0, 13, 8), { message: "A barrier has 1 bytes where none belong." });
});

test("a barrier is due when it has come from every source that has not ended", () => {
  const barriers = new Barriers(3);
  const barrier = { low: 7, high: 2 ** 31 };
  barriers.came(0, barrier);
  assert.deepEqual([barriers.isSending(0), barriers.isSending(1), barriers.takeDue()], [false, true, null]);
  barriers.end(1);
  barriers.came(2, barrier);
  assert.equal(barriers.takeDue(), barrier);
  assert.deepEqual([barriers.isSending(0), barriers.isSending(1), barriers.takeDue()], [true, false, null]);
  barriers.came(0, barrier);
  barriers.came(2, { low: 8, high: 2 ** 31 });
  assert.throws(() => barriers.takeDue(), { message: "One source sends the barrier 8 where another sends 7." });
});

test("what lies together is one piece, and small pieces are copied together", () => {
  const memory = Buffer.alloc(10_000, "a");
  const gathered = new Gathered();
  for (const [begin, end] of [
    [0, 100],
    [100, 200],
    [300, 400],
    [500, 3000],
    [3100, 3200],
  ]) {
    gathered.add({ begin, end, message: memory.subarray(begin + 12, end) });
  }
  assert.deepEqual([gathered.frames, gathered.messageBytes], [5, 2900 - 60]);
  const { pieces, copiedBytes } = gathered.cut(memory);
  assert.deepEqual(
    pieces.map(({ length }) => length),
    [300, 2500, 100],
  );
  assert.equal(copiedBytes, 400);
  assert.ok(gathered.isEmpty);
  gathered.add({ begin: 7, end: 20, message: memory.subarray(19, 20) });
  assert.equal(gathered.cut(memory).copiedBytes, 0);
});

test("memory that is in use is not moved", () => {
  for (const inUse of [false, true]) {
    const source = new Source();
    const { buffer, callback } = source.receive(
      () => true,
      () => inUse,
    );
    buffer().write("abcdef", "latin1");
    assert.equal(callback(6), true);
    const { memory } = source;
    source.handled = 4;
    buffer();
    assert.equal(source.memory === memory, !inUse);
    assert.equal(source.memory.toString("latin1", source.handled, source.filled), "ef");
    assert.equal(memory.toString("latin1", 0, 6), inUse ? "abcdef" : "efcdef");
    assert.equal(source.copiedBytes, 2);
  }
});

test("a touch goes to a sink by all of its 64 bits", () => {
  for (const sinks of [1, 3, 7, 65535]) {
    for (const touch of [0n, 5n, 2n ** 32n + 1n, 2n ** 64n - 1n]) {
      const halves = { high: Number(touch >> 32n), low: Number(touch & 0xffffffffn) };
      assert.equal(placeOf(halves, sinks), Number(touch % BigInt(sinks)));
    }
  }
});
