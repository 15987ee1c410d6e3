import { hasAccess, rewrites } from "../../adapter/adapter.js";
import { refuse } from "../../protocol/refusal.js";
import { Forward, Message, Peek } from "./byte_modes.js";
import { Envelope, Objects, Split, Update, UpdateBytes } from "./object_modes.js";

/**
 * The modes of a codec: a name, whether a message can go where a field of it says, and what makes its `{steps, traits}`
 * of a subject, `{newAdapter, form, sinks, byFields}`.
 */
export function modesOf({ newAdapter, form }) {
  const codec = newAdapter();
  const modes = [mode("forward", false, () => ({ steps: new Forward(), traits: { sendsFrames: true } }))];
  if (hasAccess(codec)) {
    const traits = { decodes: true, sendsFrames: true };
    modes.push(mode("peek", true, (subject) => ({ steps: new Peek(subject), traits })));
  }
  // A floor's object is its bytes already.
  if (codec.form !== undefined) {
    return modes;
  }
  if (codec.decodeReuse !== undefined) {
    modes.push(mode("reuse", true, (subject) => ofObjects(new Objects(subject, false))));
  }
  modes.push(mode("fresh", true, (subject) => ofObjects(new Objects(subject, true))));
  modes.push(...modesOfSchema(codec, form.relayed()));
  if (rewrites(codec)) {
    const traits = { decodes: true };
    modes.push(mode("message", "touch" in codec, (subject) => ({ steps: new Message(subject), traits })));
  }
  return modes;
}

/** Those that not every schema has. */
function modesOfSchema(codec, relayed) {
  const modes = [];
  if (relayed?.hasNumber && codec.updateNumber !== undefined) {
    modes.push(mode("update", true, (subject) => ofObjects(new UpdateBytes(subject), { copies: true })));
  } else if (relayed?.hasNumber) {
    modes.push(mode("update", true, (subject) => ofObjects(new Update(subject))));
  }
  if (relayed?.hasBatch) {
    modes.push(mode("split", true, (subject) => ofObjects(new Split(subject), { sendsToAll: true })));
  }
  if (relayed?.isEnvelope) {
    modes.push(mode("envelope", true, (subject) => ofObjects(new Envelope(subject), { sendsHeld: true })));
  }
  return modes;
}

function mode(name, readsKeys, make) {
  return { name, readsKeys, make };
}

function ofObjects(steps, more = {}) {
  return { steps, traits: { decodes: true, releases: !steps.keeps, ...more } };
}

/** Finds a mode by its name and whether messages can go to sinks by their fields. */
export function modeNamed(modes, name, route) {
  const found = modes.find((one) => one.name === name);
  if (found === undefined) {
    throw refuse(`This codec has no mode "${name}".`);
  }
  if (route === "shuffle" || (route === "fields" && found.readsKeys)) {
    return found;
  }
  throw refuse(`The mode "${name}" of this codec has no route "${route}".`);
}
