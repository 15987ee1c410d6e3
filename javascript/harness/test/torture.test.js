import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import test from "node:test";
import { getHeapStatistics } from "node:v8";
import { acceptedValue, failed, unreadable } from "../experiments/torture/finding.js";
import { Reading } from "../experiments/torture/reading.js";
import { line } from "../protocol/replies.js";

const thrown = (work) => {
  try {
    work();
  } catch (fault) {
    return fault;
  }
  throw new Error("nothing was thrown");
};

function told(finding) {
  return finding.addTo(line(finding.outcome)).written;
}

test("what runs into the bytes is foreign, and what rejects them is not", () => {
  const recursing = () => recursing() + 1;
  for (const [work, opened, expected] of [
    [() => null.name, false, "foreign detail=TypeError:%20Cannot%20read%20properties%20of%20null%20(reading%20'name')"],
    [() => new Array(-1), true, "foreign detail=RangeError:%20Invalid%20array%20length"],
    [recursing, false, "foreign detail=RangeError:%20Maximum%20call%20stack%20size%20exceeded"],
    [
      () => new Uint8Array(2 ** 53),
      false,
      "foreign detail=RangeError:%20Invalid%20typed%20array%20length:%209007199254740992",
    ],
    [() => JSON.parse("{"), false, "rejected"],
    [() => new DataView(new ArrayBuffer(2)).getInt32(0), false, "rejected"],
    [() => Buffer.alloc(2).readInt32LE(0), true, "fault"],
    [() => new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from([255])), false, "rejected"],
    [
      () => {
        throw "no\tmessage\nat all";
      },
      false,
      "rejected detail=string:%20no?message",
    ],
  ]) {
    const found = told(failed(thrown(work), opened));
    assert.ok(found.startsWith(expected), found);
  }
  assert.equal(told(unreadable(new TypeError("no"))), "fault detail=TypeError:%20no");
  assert.equal(told(acceptedValue(255n)), "accepted digest=00000000000000ff");
});

test("a detail is short", () => {
  const { sentence } = failed(new Error("x".repeat(500)), false);
  assert.equal(sentence.length, 120);
});

test("buffers that are asked for are counted, also those that are refused", () => {
  const costOf = (decode) => new Reading({ decode }, {}).operations()[0].tried(Buffer.alloc(1)).cost;
  const kept = [];
  const granted = costOf(() => kept.push(Buffer.alloc(2 ** 26)));
  assert.equal(granted.largestBytes, 0);
  // A collection in between can free small buffers of earlier tests.
  const besides = Math.abs(granted.allocatedBytes - 2 ** 26);
  assert.ok(besides < 2 ** 20, `${granted.allocatedBytes} bytes`);
  const refused = costOf(() => new ArrayBuffer(2 ** 52));
  assert.equal(refused.largestBytes, getHeapStatistics().heap_size_limit);
  assert.equal(costOf(() => new Array(-1)).largestBytes, 0);
});

test("a loop without an end ends the process", () => {
  const limit = new URL("../experiments/torture/cpu_limit.js", import.meta.url);
  const program = `import { CpuLimit } from ${JSON.stringify(limit.href)};
    const limit = await CpuLimit.over(["decode", "valid"]);
    limit.set(1, 1e12);
    limit.lift();
    limit.set(0, 1e6);
    for (;;) {}`;
  const ended = spawnSync(process.execPath, ["--input-type=module", "--eval", program], { timeout: 60_000 });
  assert.deepEqual([ended.stdout.toString(), ended.signal], ["hung operation=decode\n", "SIGKILL"]);
});
