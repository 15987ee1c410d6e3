// The adapter of javascript/v8: the structured clones of the engine.
import v8 from "node:v8";

import { revive } from "#codec/reviving.js";

class Adapter {
  encode(object) {
    return v8.serialize(object);
  }

  decode(message) {
    return revive(v8.deserialize(message));
  }
}

export function newAdapter() {
  return new Adapter();
}
