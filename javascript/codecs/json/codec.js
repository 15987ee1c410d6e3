// The adapter of javascript/json: JSON of the language.
import * as documents from "#codec/documents.js";
import { newLibrary, rewritable } from "#codec/library.js";
import { DocumentCodec } from "#harness/adapter/documents.js";

class Adapter extends DocumentCodec {
  readMessage(message) {
    return rewritable(message);
  }
}

export const newAdapter = () => new Adapter(newLibrary(), documents);
