// The adapter of javascript/devalue and of its variants: libraries of texts for values of the language.
import * as documents from "#codec/documents.js";
import { parse, stringify } from "#codec/library.js";
import { DocumentCodec } from "#harness/adapter/documents.js";
import { bytesOfText, textOf } from "#harness/values/bytes.js";

const library = {
  serialize: (document) => bytesOfText(stringify(document)),
  deserialize: (bytes) => parse(textOf(bytes)),
};

export const newAdapter = () => new DocumentCodec(library, documents);
