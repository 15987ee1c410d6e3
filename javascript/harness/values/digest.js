import { xxh64 } from "./xxh64.js";

/** The digest of an object (FORMAT.md, section 3); the writer's memory is used again. */
export function digest(form, object, writer) {
  form.write(object, writer.clear());
  return xxh64(writer.written());
}

/** The digest of objects whose digests are given in order. */
export function digestOfDigests(digests) {
  const bytes = Buffer.alloc(8 * digests.length);
  for (const [index, one] of digests.entries()) {
    bytes.writeBigUInt64LE(one, 8 * index);
  }
  return xxh64(bytes);
}
