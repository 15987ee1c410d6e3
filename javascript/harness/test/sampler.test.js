import assert from "node:assert/strict";
import test from "node:test";
import { Sampler, Slices } from "../timing/sampler.js";

// Runners are started with a collector that can be called.
globalThis.gc ??= () => {};

const MS = 1e6;
const PLAN = { sampleNs: 5 * MS, samples: 3, warmupNs: 20 * MS, budgetNs: 1000 * MS };

const slice = (cpuNs, rotations = 10) => ({
  rotations,
  cpuNs,
  wallNs: cpuNs,
  collected: { ns: 7, collections: 1 },
});

/** Keeps the processor busy for about a hundredth of a millisecond a rotation. */
function busy(rotations) {
  let sum = 0;
  for (let i = 0; i < rotations * 5000; i++) {
    sum += i % 7;
  }
  return sum;
}

test("the last slices of a warm-up that settled are the samples", () => {
  const last = [9, 8, 6, 6, 6].map((ms) => slice(ms * MS));
  const never = () => assert.fail("nothing is run again");
  const { samples, collected } = new Sampler(PLAN).taken(never, { settled: true, last });
  assert.deepEqual(
    samples.map(({ cpuNs }) => cpuNs),
    [6 * MS, 6 * MS, 6 * MS],
  );
  assert.deepEqual(collected, { ns: 21, collections: 3 });
});

for (const [why, warmUp] of [
  ["it did not settle", { settled: false, last: Array(5).fill(slice(6 * MS)) }],
  ["they are too short", { settled: true, last: Array(5).fill(slice(4 * MS)) }],
  ["they are too few", { settled: true, last: [slice(6 * MS)] }],
  ["there are none", { settled: true, last: [] }],
]) {
  test(`samples are taken anew where ${why}`, () => {
    let rotated = 0;
    const { samples } = new Sampler(PLAN).taken((rotations) => {
      rotated += rotations;
      busy(rotations);
    }, warmUp);
    assert.equal(samples.length, 3);
    assert.ok(samples.every((sample) => !warmUp.last.includes(sample)));
    assert.ok(rotated >= 3 * samples[0].rotations);
  });
}

test("a warm-up has slices as long as samples", () => {
  const { last } = new Sampler(PLAN).warmUp(busy);
  assert.ok(last.length > 0);
  assert.ok(last.every(({ wallNs, cpuNs }) => Math.min(wallNs, cpuNs) >= PLAN.sampleNs));
});

test("a warm-up settles when ten slices bring no gain and the last is near the fastest", () => {
  const settled = (first, others) => {
    const slices = new Slices();
    slices.add(slice(first));
    others.forEach((cpuNs) => slices.add(slice(cpuNs)));
    return slices.haveSettled();
  };
  assert.equal(settled(100, Array(9).fill(100)), false);
  assert.equal(settled(100, Array(10).fill(100)), true);
  assert.equal(settled(100, [...Array(9).fill(100), 90]), false);
  assert.equal(settled(100, [...Array(9).fill(100), 120]), false);
});
