// What the adapter of a codec implements, the code that calls its library.
//
// There is one instance for each operation, it keeps its buffers between calls, and there are no globals. Objects are
// instances of the plain root class of the workload. Whatever an adapter throws is one failed row. All calls return at
// once.
//
// Every adapter has
//   encode(object)            the bytes of an object, valid until the next encode
//   decode(message)           a fresh object, which holds nothing of the message's memory
// and what else it has is found by its name:
//   build, serialize, deserialize, extract   of a library with messages of its own, see MessageCodec
//   decodeReuse(message, object)      decodes into an object that held another before, if the library's documentation
// does
//   access(message, plan)             reads the fields of a plan without a full decode and gives the Touch (FORMAT.md)
//   bytesRead(message, plan)          how many bytes of the message access reads, counted where the library reads them
//   touch(opened, plan)               the same out of what deserialize gave, so that access need not be written
//   buildsInPlace()                   messages lie in memory as their bytes do: building one is serializing it
//   rewrites()                        serialize writes what deserialize gave, or readMessage(message) where an adapter
// has that
//   updateNumber(message)             adds 1 to the number of a message wherever it occurs in the bytes (FORMAT.md,
//                                     section 7); false if they have no place for it, then they are unchanged
//   form(plain)                       replaces the plain objects by others, as a floor does

/** The base of an adapter whose library has messages of its own. */
export class MessageCodec {
  /** Builds and serializes. */
  encode(object) {
    return this.serialize(this.build(object));
  }

  /** Deserializes and extracts. */
  decode(message) {
    return this.extract(this.deserialize(message));
  }
}

/** Whether an adapter has messages of its own. */
export function hasMessages(adapter) {
  return "build" in adapter;
}

/** Whether an adapter reads fields without a full decode. */
export function hasAccess(adapter) {
  return "access" in adapter || "touch" in adapter;
}

/** What has access(message, plan): the adapter, or its deserialize and touch in one. */
export function accessOf(adapter) {
  return "access" in adapter ? adapter : new ComposedAccess(adapter);
}

class ComposedAccess {
  #adapter;

  constructor(adapter) {
    this.#adapter = adapter;
  }

  access(message, plan) {
    return this.#adapter.touch(this.#adapter.deserialize(message), plan);
  }

  /** What the adapter counts; deserializing reads a whole message, unless it only opens it. */
  bytesRead(message, plan) {
    const adapter = this.#adapter;
    if ("bytesRead" in adapter) {
      return adapter.bytesRead(message, plan);
    }
    return "buildsInPlace" in adapter ? undefined : message.length;
  }
}

/** Whether an adapter writes messages that it has read. */
export function rewrites(adapter) {
  return "rewrites" in adapter;
}

/** The library's form of a message, which serialize writes again. */
export function readToRewrite(adapter, message) {
  return "readMessage" in adapter ? adapter.readMessage(message) : adapter.deserialize(message);
}
