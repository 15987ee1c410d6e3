// A browser tells nothing of its collector, which Chromium lets a program call.
const COLLECTIONS = 2;
const BLIND = { collected: () => null };

/** Begins to watch the collector, of which null is known. */
export const watchCollector = () => BLIND;

/** What several watches saw together: nothing. */
export const together = () => null;

/** Collects all garbage, where that is possible. */
export function collectGarbage() {
  for (let i = 0; i < COLLECTIONS; i++) {
    globalThis.gc?.();
  }
}
