// Members whose names every object inherits.
import assert from "node:assert/strict";
import { test } from "node:test";

import { define, entriesOf, ofTextKeys, own, textKeys } from "../texts/keys.js";

test("a member is an object's own or undefined", () => {
  assert.equal(own({}, "constructor"), undefined);
  assert.equal(own({}, "__proto__"), undefined);
  assert.equal(own(null, "constructor"), undefined);
  assert.equal(own(undefined, "constructor"), undefined);
  assert.equal(own({ constructor: 5 }, "constructor"), 5);
  assert.equal(own(JSON.parse('{"__proto__": 5}'), "__proto__"), 5);
});

test("a member that is given is there, whatever its name", () => {
  const object = {};
  define(object, "__proto__", { a: 1 });
  assert.equal(Object.getPrototypeOf(object), Object.prototype);
  assert.equal(object.a, undefined);
  assert.equal(JSON.stringify(object), '{"__proto__":{"a":1}}');
});

test("the key of a map is any text", () => {
  const map = new Map([
    ["__proto__", 1],
    ["constructor", 2],
  ]);
  const text = (key) => key;
  const object = JSON.parse(JSON.stringify(textKeys(map, text, text)));
  assert.deepEqual(ofTextKeys(object, text, text), map);
  assert.deepEqual(new Map(entriesOf(object, text)), map);
});
