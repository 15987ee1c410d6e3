import { STRUCTURES } from "#codec/documents.js";

// Records, whose structures both sides have beforehand.
export const OPTIONS = {
  // The library notes in each structure what it has compiled for it.
  structures: STRUCTURES.map((members) => [...members]),
  maxSharedStructures: STRUCTURES.length,
  tagUint8Array: false,
};
