import { hasAccess } from "../../page/page.js";
import { refuse } from "../../protocol/refusal.js";

// What a sort holds of its records and how it comes by their keys.
/** Objects are held; their keys are read of them. */
export const HOLDS_OBJECTS = "objects";
/** Bytes are held, with keys that access-one reads. */
export const KEPT_BY_ACCESS = "kept by access";
/** Bytes are held, with keys that are read of objects, which are released at once. */
export const KEPT_BY_DECODING = "kept by decoding";
/** Bytes are held, and every comparison reads the keys. */
export const LAZY = "lazy";
/** Bytes are held, with keys from a file. */
export const RAW = "raw";

/** Refuses one that the codec lacks. No codec reads the key of the study by access. */
export function contractNamed(name, codec, byStudy) {
  const isFloor = codec.form !== undefined;
  if (name === "raw" && isFloor) {
    return RAW;
  }
  if (name === "objects" && !isFloor) {
    return HOLDS_OBJECTS;
  }
  if (name === "kept" && !isFloor) {
    return hasAccess(codec) && !byStudy ? KEPT_BY_ACCESS : KEPT_BY_DECODING;
  }
  if (name === "lazy" && hasAccess(codec) && !isFloor) {
    if (byStudy) {
      throw refuse('No codec has the contract "lazy" with the key "study".');
    }
    return LAZY;
  }
  throw refuse(`This codec has no contract "${name}".`);
}
