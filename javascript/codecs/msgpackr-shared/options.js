import { STRUCTURES } from "#codec/documents.js";

// Records, whose structures both sides have beforehand.
export const OPTIONS = {
  getStructures: () => STRUCTURES,
  maxSharedStructures: STRUCTURES.length,
};
