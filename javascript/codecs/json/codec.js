// The page of javascript/json: JSON of the language.
import * as documents from "#codec/documents.js";
import { newLibrary, rewritable } from "#codec/library.js";
import { DocumentCodec } from "#harness/page/documents.js";

class Page extends DocumentCodec {
  readMessage(message) {
    return rewritable(message);
  }
}

export const newPage = () => new Page(newLibrary(), documents);
