// Bytes and texts as browsers have them, where messages are Uint8Arrays.
const encoder = new TextEncoder();
// A byte order mark is a character like others.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Memory of its own. */
export const newBytes = (size) => new Uint8Array(size);

/** A copy in memory of its own. */
export const copied = (bytes) => new Uint8Array(bytes);

/** The bytes as messages are given to adapters, over the same memory. */
export const asMessage = (bytes) => bytes;

/** Copies bytes to the beginning of others. */
export const copyInto = (target, bytes) => target.set(bytes);

/** The UTF-8 of a text. */
export const bytesOfText = (text) => encoder.encode(text);

/** The text whose UTF-8 the bytes are. */
export const textOf = (bytes) => decoder.decode(bytes);

/** The text whose UTF-8 a part of the bytes is. */
export const textIn = (bytes, from, to) => decoder.decode(bytes.subarray(from, to));

/** Writes the UTF-8 of a text and tells how many bytes it takes. */
export const writeText = (bytes, text, at) => encoder.encodeInto(text, bytes.subarray(at)).written;

/** Whether bytes are UTF-8. */
export function isUtf8(bytes) {
  try {
    strict.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/** Bytes as base64. */
export const base64Of = (bytes) => bytes.toBase64();

/** The bytes of a base64 text. */
export const bytesOfBase64 = (text) => Uint8Array.fromBase64(text);

/** Negative where the UTF-8 of the first text comes first. */
export function compareTexts(first, second) {
  const [one, other] = [encoder.encode(first), encoder.encode(second)];
  for (let i = 0; i < Math.min(one.length, other.length); i++) {
    if (one[i] !== other[i]) {
      return one[i] - other[i];
    }
  }
  return one.length - other.length;
}
