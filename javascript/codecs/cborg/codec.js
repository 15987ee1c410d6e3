// The page of javascript/cborg: cborg with its own options.
import * as documents from "#codec/documents.js";
import { DocumentCodec } from "#harness/page/documents.js";
import { decode, encode } from "cborg";

function newLibrary() {
  return { serialize: (document) => encode(document), deserialize: (bytes) => decode(bytes) };
}

export const newPage = () => new DocumentCodec(newLibrary(), documents);
