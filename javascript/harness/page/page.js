// What the page of a codec implements, the code that calls its library.
//
// There is one instance for each operation, it keeps its buffers between calls, and there are no globals. Objects are
// instances of the plain root class of the workload. Whatever a page throws is one failed row. All calls return at once.
//
// Every page has
//   encode(object)            the bytes of an object, valid until the next encode
//   decode(message)           a fresh object, which holds nothing of the message's memory
// and what else it has is found by its name:
//   build, serialize, deserialize, extract   of a library with messages of its own, see MessageCodec
//   decodeReuse(message, object)      decodes into an object that held another before, if the library's documentation does
//   access(message, plan)             reads the fields of a plan without a full decode and gives the Touch (FORMAT.md)
//   touch(opened, plan)               the same out of what deserialize gave, so that access need not be written
//   buildsInPlace()                   messages lie in memory as their bytes do: building one is serializing it
//   rewrites()                        serialize writes what deserialize gave, or readMessage(message) where a page has that
//   updateNumber(message)             adds 1 to the number of a message wherever it occurs in the bytes (FORMAT.md,
//                                     section 7); false if they have no place for it, then they are unchanged
//   form(plain)                       replaces the plain objects by others, as a floor does

/** The base of a page whose library has messages of its own. */
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

/** Whether a page has messages of its own. */
export function hasMessages(page) {
  return "build" in page;
}

/** Whether a page reads fields without a full decode. */
export function hasAccess(page) {
  return "access" in page || "touch" in page;
}

/** What has access(message, plan): the page, or its deserialize and touch in one. */
export function accessOf(page) {
  return "access" in page ? page : new ComposedAccess(page);
}

class ComposedAccess {
  #page;

  constructor(page) {
    this.#page = page;
  }

  access(message, plan) {
    return this.#page.touch(this.#page.deserialize(message), plan);
  }
}

/** Whether a page writes messages that it has read. */
export function rewrites(page) {
  return "rewrites" in page;
}

/** The library's form of a message, which serialize writes again. */
export function readToRewrite(page, message) {
  return "readMessage" in page ? page.readMessage(message) : page.deserialize(message);
}
