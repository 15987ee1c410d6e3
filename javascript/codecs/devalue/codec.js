// The adapter of javascript/devalue and of its variants: libraries of texts for values of the language.
import * as documents from "#codec/documents.js";
import { parse, stringify } from "#codec/library.js";
import { DocumentCodec } from "#harness/adapter/documents.js";

const library = {
  serialize: (document) => Buffer.from(stringify(document)),
  deserialize: (bytes) => parse(bytes.toString()),
};

export const newAdapter = () => new DocumentCodec(library, documents);
