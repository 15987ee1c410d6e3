import { given } from "../protocol/host.js";
import { line } from "../protocol/replies.js";

/** The line that says which browser runs this, by which clock it is timed, and by which rules it makes room. */
export function runtimeLine() {
  const { product, version, rules } = given;
  return line("browser").text("product", product).text("version", version).text("clock", "wall").text("rules", rules);
}
