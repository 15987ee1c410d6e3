// The adapter of javascript/msgpackr and its variants.
import * as documents from "#codec/documents.js";
import { OPTIONS } from "#codec/options.js";
import { DocumentCodec } from "#harness/adapter/documents.js";
import { requireNative } from "#harness/adapter/native.js";
import { asMessage, newBytes } from "#harness/values/bytes.js";
import { NUMBERS } from "#plain";
import { isNativeAccelerationEnabled, Packr } from "msgpackr";

function newLibrary() {
  requireNative("msgpackr", isNativeAccelerationEnabled);
  const packr = new Packr({ ...OPTIONS, int64AsType: NUMBERS ? "number" : "bigint" });
  let memory = newBytes(8192);
  return {
    serialize(document) {
      packr.useBuffer(memory);
      const bytes = packr.pack(document);
      if (bytes.buffer !== memory.buffer) {
        // It did not fit, so the library has made room elsewhere.
        memory = asMessage(new Uint8Array(bytes.buffer));
      }
      return bytes;
    },
    deserialize: (bytes) => packr.unpack(bytes),
  };
}

export const newAdapter = () => new DocumentCodec(newLibrary(), documents);
