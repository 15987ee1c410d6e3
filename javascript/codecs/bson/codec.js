// The adapter of javascript/bson: MongoDB's library.
import * as documents from "#codec/documents.js";
import { DocumentCodec } from "#harness/adapter/documents.js";
import { NUMBERS } from "#plain";
import { deserialize, serialize } from "bson";

const READING = { useBigInt64: !NUMBERS, promoteBuffers: true };

function newLibrary() {
  return {
    serialize: (document) => serialize(document),
    deserialize: (bytes) => deserialize(bytes, READING),
  };
}

export const newAdapter = () => new DocumentCodec(newLibrary(), documents);
