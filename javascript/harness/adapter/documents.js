// The adapter of a library without a schema, over objects that rendered code makes of plain ones (documents).
import { MessageCodec } from "./adapter.js";

/**
 * `library` has serialize(document) and deserialize(bytes); `rendered` has build, extract and touch of a workload's
 * documents.
 */
export class DocumentCodec extends MessageCodec {
  #library;
  #rendered;

  constructor(library, rendered) {
    super();
    this.#library = library;
    this.#rendered = rendered;
  }

  build(object) {
    return this.#rendered.build(object);
  }

  serialize(message) {
    return this.#library.serialize(message);
  }

  deserialize(bytes) {
    return this.#library.deserialize(bytes);
  }

  extract(opened) {
    return this.#rendered.extract(opened);
  }

  touch(opened, plan) {
    return this.#rendered.touch(opened, plan);
  }

  rewrites() {}
}
