// The adapter of javascript/cbor-x and its variants.
import * as documents from "#codec/documents.js";
import { OPTIONS } from "#codec/options.js";
import { DocumentCodec } from "#harness/adapter/documents.js";
import { requireNative } from "#harness/adapter/native.js";
import { asMessage, newBytes } from "#harness/values/bytes.js";
import { NUMBERS } from "#plain";
import { Encoder, isNativeAccelerationEnabled } from "cbor-x";

function newLibrary() {
  requireNative("cbor-x", isNativeAccelerationEnabled);
  const encoder = new Encoder({ ...OPTIONS, int64AsNumber: NUMBERS });
  let memory = newBytes(8192);
  return {
    serialize(document) {
      encoder.useBuffer(memory);
      const bytes = encoder.encode(document);
      if (bytes.buffer !== memory.buffer) {
        // It did not fit, so the library has made room elsewhere.
        memory = asMessage(new Uint8Array(bytes.buffer));
      }
      return bytes;
    },
    deserialize: (bytes) => encoder.decode(bytes),
  };
}

export const newAdapter = () => new DocumentCodec(newLibrary(), documents);
