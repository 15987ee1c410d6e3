// The index of a store (FORMAT.md, section 6): a header, an entry an object, a checksum.
import { TextDecoder } from "node:util";
import { numberAt, putNumber, RECORD_ALIGNMENT, roundUp } from "./file.js";

export const ENTRY_BYTES = 16;
export const CHECKSUM_BYTES = 8;
/** The data file ends with these and the checksum of its index. */
export const DATA_MAGIC = Buffer.from("SERBDATA");
export const TRAILER_BYTES = 16;

const INDEX_MAGIC = "SERBSTOR";
const FORMAT_VERSION = 1;
const FIXED_HEADER_BYTES = 40;
const LONGEST_HEADER_BYTES = 65536;

/**
 * The bytes of an index before its entries. The identity is `{codec, workload, corpusDigest, objects}`, with the
 * digest of the pool of objects as a BigInt.
 */
export function headerOf(identity, dataBytes) {
  const texts = [identity.codec, identity.workload].map((text) => Buffer.from(text));
  const used = texts.reduce((size, text) => size + 4 + text.length, FIXED_HEADER_BYTES);
  const header = Buffer.alloc(roundUp(used, RECORD_ALIGNMENT));
  header.write(INDEX_MAGIC, "latin1");
  header.writeUInt32LE(FORMAT_VERSION, 8);
  header.writeUInt32LE(header.length, 12);
  putNumber(header, 16, identity.objects);
  putNumber(header, 24, dataBytes);
  header.writeBigUInt64LE(identity.corpusDigest, 32);
  let at = FIXED_HEADER_BYTES;
  for (const text of texts) {
    at = header.writeUInt32LE(text.length, at);
    at += text.copy(header, at);
  }
  return header;
}

/**
 * Reads the header of an index: `{identity, dataBytes, bytes, end}`, with its own size in bytes and where the entries
 * end. Refuses what is no index, or not a whole one.
 */
export function readHeader(index) {
  const size = index.size();
  if (size < FIXED_HEADER_BYTES) {
    throw index.refuse("is no index of a store");
  }
  const fixed = Buffer.alloc(FIXED_HEADER_BYTES);
  index.readAll(fixed, 0);
  if (fixed.toString("latin1", 0, 8) !== INDEX_MAGIC) {
    throw index.refuse("is no index of a store");
  }
  if (fixed.readUInt32LE(8) !== FORMAT_VERSION) {
    throw index.refuse(`has another version of the format than ${FORMAT_VERSION}`);
  }
  const bytes = fixed.readUInt32LE(12);
  const objects = numberAt(fixed, 16);
  const end = bytes + ENTRY_BYTES * objects;
  const fits = bytes >= FIXED_HEADER_BYTES && bytes <= Math.min(size, LONGEST_HEADER_BYTES);
  if (!fits || size !== end + CHECKSUM_BYTES) {
    throw index.refuse("does not have the size that its header tells");
  }
  const [codec, workload] = readTexts(index, bytes);
  const identity = { codec, workload, corpusDigest: fixed.readBigUInt64LE(32), objects };
  return { identity, dataBytes: numberAt(fixed, 24), bytes, end };
}

function readTexts(index, headerBytes) {
  let rest = Buffer.alloc(headerBytes - FIXED_HEADER_BYTES);
  index.readAll(rest, FIXED_HEADER_BYTES);
  const texts = [];
  while (texts.length < 2) {
    const size = rest.length < 4 ? Number.POSITIVE_INFINITY : rest.readUInt32LE(0);
    if (size > rest.length - 4) {
      throw index.refuse("is damaged in its header");
    }
    texts.push(textOf(index, rest.subarray(4, 4 + size)));
    rest = rest.subarray(4 + size);
  }
  return texts;
}

function textOf(index, bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw index.refuse("is damaged in its header");
  }
}
