import { hasAccess, hasMessages } from "../../adapter/adapter.js";
import { ALL, ONE, PLAN_NAMES, TENTH } from "../../values/touch.js";
import { Access, Decode, DecodeReuse, Encode, Roundtrip } from "./application_operations.js";
import { Build, Deserialize, Extract, InPlaceRoundtrip, MessageRoundtrip, Serialize } from "./message_operations.js";

// An operation works on a subject: objects, and their messages as bytes; keep of the objects that decode makes stay
// alive. rotate is what is timed: each operation writes the loop over all objects out for itself, and keeps the last
// result, so that no compiler can leave the work out. prove does the same work for one object and hands over what came
// back: {value, size} or {touch, plan, size}, and written, the message, where the operation wrote one.
//
// An entry is an operation that a codec has. fromBytes: it starts from bytes alone, so messages of another codec can be
// proved with it. reads: the timed work reads the content of the messages that it opens or writes out.

/** The operations of an adapter. */
export function entriesOf(adapter) {
  const entries = [application("encode", false, Encode), application("decode", true, Decode)];
  if ("decodeReuse" in adapter) {
    entries.push(application("decode-reuse", true, DecodeReuse));
  }
  if (hasAccess(adapter)) {
    for (const plan of [ONE, TENTH, ALL]) {
      entries.push({
        name: `access-${PLAN_NAMES[plan]}`,
        side: "application",
        fromBytes: true,
        reads: true,
        make: (newAdapter, on) => new Access(newAdapter, on, plan),
      });
    }
  }
  return [
    ...entries,
    ...(hasMessages(adapter) ? messageEntries(adapter) : [library("roundtrip", false, true, Roundtrip)]),
  ];
}

function messageEntries(adapter) {
  const inPlace = "buildsInPlace" in adapter;
  // A message that lies there as its bytes is only pointed at.
  const reads = !inPlace;
  return [
    library("build", false, true, Build),
    library("serialize", false, reads, Serialize),
    library("deserialize", true, reads, Deserialize),
    library("extract", true, true, Extract),
    library("roundtrip", false, reads, inPlace ? InPlaceRoundtrip : MessageRoundtrip),
  ];
}

function application(name, fromBytes, Operation) {
  return entry(name, "application", fromBytes, true, Operation);
}

function library(name, fromBytes, reads, Operation) {
  return entry(name, "library", fromBytes, reads, Operation);
}

function entry(name, side, fromBytes, reads, Operation) {
  return { name, side, fromBytes, reads, make: (newAdapter, on) => new Operation(newAdapter, on) };
}
