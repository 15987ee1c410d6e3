import assert from "node:assert/strict";
import test from "node:test";
import { blockRecords } from "../experiments/sort/budget.js";
import { Entries } from "../experiments/sort/entries.js";
import { Keys } from "../experiments/sort/keys.js";
import { LoserTree } from "../experiments/sort/loser_tree.js";
import { nextPass } from "../experiments/sort/merge_plan.js";

const ENDED = 99;

test("a loser tree merges", () => {
  for (let sources = 1; sources <= 9; sources++) {
    const heads = Array.from({ length: sources }, (_, source) => (source * 7) % 5);
    const expected = heads
      .flatMap((first) => [0, 3, 6, 9, 12, 15, 18].map((more) => first + more))
      .filter((at) => at <= 20);
    let comparisons = 0;
    const tree = new LoserTree(sources, (a, b) => {
      comparisons++;
      return heads[a] < heads[b];
    });
    assert.equal(comparisons, sources - 1);
    const found = [];
    while (heads[tree.winner] !== ENDED) {
      found.push(heads[tree.winner]);
      heads[tree.winner] += 3;
      if (heads[tree.winner] > 20) {
        heads[tree.winner] = ENDED;
      }
      tree.replay();
    }
    assert.deepEqual(
      found,
      expected.sort((a, b) => a - b),
    );
  }
});

test("a pass merges only what it must", () => {
  for (const [runs, fanIn, merges] of [
    [16, 16, []],
    [17, 16, [2]],
    [32, 16, [16, 2]],
    [5, 2, [2, 2]],
    [3, 2, [2]],
    [4, 2, [2, 2]],
    [1, 2, []],
  ]) {
    assert.deepEqual(nextPass(runs, fanIn), merges);
  }
});

test("entries are sorted by key, then number", () => {
  const entries = new Entries(4);
  const keys = new Keys(4);
  for (const [i, [high, low, number]] of [
    [2 ** 31, 0, 1],
    [0, 2 ** 32 - 1, 9],
    [0, 2 ** 32 - 1, 3],
    [0, 0, 4],
  ].entries()) {
    entries.add(number, 10 * number, 0);
    keys.set(i, { high, low });
  }
  entries.setKeys(0, keys);
  assert.ok(entries.sort() >= 3);
  const found = [0, 1, 2, 3].map((place) => [entries.numberAt(place), entries.sizeAt(place)]);
  assert.deepEqual(found, [
    [4, 40],
    [3, 30],
    [9, 90],
    [1, 10],
  ]);
});

test("a block has at least one record", () => {
  const sizes = [10, 4, 4, 4];
  for (const [most, expected] of [
    [5, 1],
    [13, 1],
    [14, 2],
    [18, 3],
    [100, 4],
  ]) {
    assert.equal(
      blockRecords(sizes.length, most, (i) => sizes[i]),
      expected,
    );
  }
  assert.equal(
    blockRecords(0, 5, (i) => sizes[i]),
    0,
  );
});
