// What generated code of the library lacks.
import { Message, ObjectSize, Struct, utils } from "capnp-es";

/** A struct with bytes alone. */
class Bytes extends Struct {
  static _capnp = { displayName: "Bytes", id: "0", size: new ObjectSize(0, 1) };
}

/** Bytes for an element of a list, which are copied from a message of their own. */
export function bytesFor(bytes) {
  const data = utils.initData(0, bytes.length, new Message().initRoot(Bytes));
  data.copyBuffer(bytes);
  return data;
}

/** A function that tells whether a struct has a text. The place of its pointer is found in a struct that has nothing else. */
export function hasText(Type, name) {
  const probe = new Message().initRoot(Type);
  probe[name] = "?";
  const isThere = (struct, place) => !utils.isNull(utils.getPointer(place, struct));
  let place = 0;
  while (!isThere(probe, place)) {
    place++;
  }
  return (struct) => isThere(struct, place);
}
