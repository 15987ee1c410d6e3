// The guard of libraries that go on in JavaScript alone where their native part is missing.
import { refuse } from "../protocol/refusal.js";

/** Refuses to start a library whose native part, by which it is known, was not loaded. */
export function requireNative(library, isLoaded) {
  if (!isLoaded) {
    throw refuse(`The library ${library} runs without its native part.`);
  }
}
