import assert from "node:assert/strict";
import test from "node:test";
import {
  int64,
  int64OfHalves,
  ofHalves,
  short53,
  shortInt64,
  shortUint64,
  uint64,
  uint64OfHalves,
} from "../values/integers.js";
import { Reader } from "../values/reader.js";
import { Writer } from "../values/writer.js";

const LEAST = -(2n ** 63n);
const MOST = 2n ** 63n - 1n;
const MOST_UNSIGNED = 2n ** 64n - 1n;
const SIGNED = [0n, 1n, -1n, 2n ** 31n, -(2n ** 31n), 2n ** 32n, -(2n ** 32n), 2n ** 53n + 1n, LEAST, MOST];

test("halves make the integer that they are of", () => {
  for (const value of SIGNED) {
    assert.equal(ofHalves(value, int64OfHalves), value);
    assert.equal(ofHalves(value, uint64OfHalves), BigInt.asUintN(64, value));
  }
  assert.deepEqual(
    ofHalves(-2n, (low, high) => [low, high]),
    [-2, -1],
  );
});

test("an integer is a number where 32 bits hold it", () => {
  assert.equal(shortInt64(-(2n ** 31n)), -(2 ** 31));
  assert.equal(shortInt64(2n ** 32n - 1n), 2 ** 32 - 1);
  assert.equal(shortInt64(-(2n ** 31n) - 1n), -(2n ** 31n) - 1n);
  assert.equal(shortInt64(2n ** 32n), 2n ** 32n);
  assert.equal(shortUint64(2n ** 32n - 1n), 2 ** 32 - 1);
  assert.equal(shortUint64(MOST_UNSIGNED), MOST_UNSIGNED);
});

test("an integer that is a number is written and read as BigInt is", () => {
  for (const value of SIGNED.filter((one) => Number.isSafeInteger(Number(one)))) {
    const [asNumber, asBigInt] = [new Writer(), new Writer()];
    asNumber.int53(Number(value));
    asBigInt.int64(value);
    assert.deepEqual(asNumber.written(), asBigInt.written());
    assert.equal(new Reader(Buffer.from(asNumber.written()), true).int53(), Number(value));
    if (value >= 0n) {
      assert.equal(new Reader(Buffer.from(asNumber.written()), true).uint53(), Number(value));
    }
    assert.equal(short53(Number(value)), shortInt64(value));
  }
});

test("what a number does not hold is neither written nor read as one", () => {
  for (const wrong of [2 ** 53, -(2 ** 53), 0.5, Number.NaN, 1n]) {
    assert.throws(() => new Writer().int53(wrong), RangeError);
  }
  for (const beyond of [2n ** 53n, -(2n ** 53n), LEAST, MOST]) {
    const writer = new Writer();
    writer.int64(beyond);
    assert.throws(() => new Reader(Buffer.from(writer.written()), true).int53(), RangeError);
    assert.throws(() => new Reader(Buffer.from(writer.written()), true).uint53(), RangeError);
  }
});

test("a document's integer is that of its number, its digits or itself", () => {
  for (const value of SIGNED) {
    assert.equal(int64(value), value);
    assert.equal(int64(String(value)), value);
  }
  for (const number of [0, -0, -1, 2 ** 31, -(2 ** 32), Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER, 2 ** 60]) {
    assert.equal(int64(number), BigInt(number));
  }
  assert.equal(uint64(2 ** 53 - 1), 2n ** 53n - 1n);
  assert.equal(uint64(String(MOST_UNSIGNED)), MOST_UNSIGNED);
});

test("an integer that 64 bits do not hold is refused", () => {
  for (const beyond of [LEAST - 1n, MOST + 1n, 2 ** 63, 0.5, Number.NaN]) {
    assert.throws(() => int64(beyond), RangeError);
  }
  for (const beyond of [-1n, -1, MOST_UNSIGNED + 1n, 2 ** 64]) {
    assert.throws(() => uint64(beyond), RangeError);
  }
});
