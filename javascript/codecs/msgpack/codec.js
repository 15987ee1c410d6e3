// The adapter of javascript/msgpack: @msgpack/msgpack: one encoder and one decoder that are kept.
import * as documents from "#codec/documents.js";
import { DocumentCodec } from "#harness/adapter/documents.js";
import { NUMBERS } from "#plain";
import { Decoder, Encoder } from "@msgpack/msgpack";

// Beyond the usual 100: larger data is data too.
const MOST_LEVELS = 1000;

function newLibrary() {
  const encoder = new Encoder({ useBigInt64: !NUMBERS, maxDepth: MOST_LEVELS });
  const decoder = new Decoder({ useBigInt64: !NUMBERS });
  return {
    serialize: (document) => encoder.encodeSharedRef(document),
    deserialize: (bytes) => decoder.decode(bytes),
  };
}

export const newAdapter = () => new DocumentCodec(newLibrary(), documents);
