// Bytes and texts as Node has them, where messages are Buffers. javascript/browser has the same names for browsers.
export { isUtf8 } from "node:buffer";

/** Memory of its own whose contents are undefined. */
export const newBytes = (size) => Buffer.allocUnsafeSlow(size);

/** A copy in memory of its own. */
export const copied = (bytes) => Buffer.from(bytes);

/** The bytes as messages are given to adapters, over the same memory. */
export const asMessage = (bytes) =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

/** Copies bytes to the beginning of others. */
export const copyInto = (target, bytes) => bytes.copy(target);

/** The UTF-8 of a text. */
export const bytesOfText = (text) => Buffer.from(text);

/** The text whose UTF-8 the bytes are. */
export const textOf = (bytes) => bytes.toString();

/** The text whose UTF-8 a part of the bytes is. */
export const textIn = (bytes, from, to) => bytes.toString("utf8", from, to);

/** Writes the UTF-8 of a text and tells how many bytes it takes. */
export const writeText = (bytes, text, at) => bytes.write(text, at);

/** Bytes as base64. */
export const base64Of = (bytes) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");

/** The bytes of a base64 text, which are no Buffer. */
export const bytesOfBase64 = (text) => new Uint8Array(Buffer.from(text, "base64"));

/** Negative where the UTF-8 of the first text comes first. */
export const compareTexts = (first, second) => Buffer.compare(Buffer.from(first), Buffer.from(second));
