// The adapter of javascript/cborg: cborg with its own options.
import * as documents from "#codec/documents.js";
import { DocumentCodec } from "#harness/adapter/documents.js";
import { newBytes } from "#harness/values/bytes.js";
import { decode, encodeInto } from "cborg";
import { encodedLength } from "cborg/length";

function newLibrary() {
  let memory = newBytes(8192);
  const written = (document) => memory.subarray(0, encodeInto(document, memory).written);
  return {
    serialize(document) {
      try {
        return written(document);
      } catch {
        // It did not fit; whatever else it was fails again.
        memory = newBytes(2 * encodedLength(document));
        return written(document);
      }
    },
    deserialize: (bytes) => decode(bytes),
  };
}

export const newAdapter = () => new DocumentCodec(newLibrary(), documents);
