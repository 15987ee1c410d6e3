import { line } from "../protocol/replies.js";
import { rules } from "../timing/collector.js";

/** The line that says which engine runs this, and by which rules it makes room; null where it does not tell. */
export function runtimeLine() {
  // Bun names a V8 that it does not have.
  if (process.versions.bun) {
    return null;
  }
  return line("v8").text("version", process.versions.v8).text("rules", rules());
}
