import { xxh64 } from "./xxh64.js";

const LITTLE_ENDIAN = true;

/** The digest of an object (FORMAT.md, section 3); the writer's memory is used again. */
export function digest(form, object, writer) {
  form.write(object, writer.clear());
  return xxh64(writer.written());
}

/** The digest of objects whose digests are given in order. */
export function digestOfDigests(digests) {
  const bytes = new Uint8Array(8 * digests.length);
  const view = new DataView(bytes.buffer);
  for (const [index, one] of digests.entries()) {
    view.setBigUint64(8 * index, one, LITTLE_ENDIAN);
  }
  return xxh64(bytes);
}
