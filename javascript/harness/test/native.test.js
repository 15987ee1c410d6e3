import assert from "node:assert/strict";
import test from "node:test";
import { requireNative } from "../adapter/native.js";
import { Refusal } from "../protocol/refusal.js";

test("a library without its native part is refused by its name", () => {
  requireNative("fast", true);
  const refused = { constructor: Refusal, message: "The library fast runs without its native part." };
  assert.throws(() => requireNative("fast", false), refused);
});
