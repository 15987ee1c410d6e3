// Bytes as base64, which JSON has in their place.
export { base64Of as base64, bytesOfBase64 } from "#harness/values/bytes.js";
