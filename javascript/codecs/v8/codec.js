// The page of javascript/v8: the structured clones of the engine.
import v8 from "node:v8";

import { revive } from "#codec/reviving.js";

class Page {
  encode(object) {
    return v8.serialize(object);
  }

  decode(message) {
    return revive(v8.deserialize(message));
  }
}

export function newPage() {
  return new Page();
}
