import { hasAccess } from "../../adapter/adapter.js";
import { refuse } from "../../protocol/refusal.js";
import { ALL, ONE } from "../../values/touch.js";

/**
 * How a record that has been read is used: not at all (`raw`), which is the floor's, as an object (`decodes`), or by
 * access, whose plan it then has. Refuses one that the codec lacks.
 */
export function levelOf(name, codec) {
  const raw = codec.form !== undefined;
  const accesses = hasAccess(codec);
  if (name === "bytes" && raw) {
    return { raw: true };
  }
  if (name === "decode" && !raw) {
    return { decodes: true };
  }
  if (name === "access-one" && accesses) {
    return { plan: ONE };
  }
  if (name === "access-all" && accesses) {
    return { plan: ALL };
  }
  throw refuse(`This codec has no level "${name}".`);
}
