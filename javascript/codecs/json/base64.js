// Bytes as base64, which JSON has in their place.

export function base64(bytes) {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString("base64");
}

export function bytesOfBase64(text) {
  return new Uint8Array(Buffer.from(text, "base64"));
}
