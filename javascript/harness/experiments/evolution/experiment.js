// Messages are read into the library's own form and written again, without an object between (PROTOCOL.md, rewrite).
import { failureOf } from "../../adapter/failure.js";
import { readToRewrite, rewrites } from "../../adapter/adapter.js";
import { createContainer, MESSAGES, openContainer } from "../../protocol/container.js";
import { refuse } from "../../protocol/refusal.js";
import { line } from "../../protocol/replies.js";

export const verbs = [{ name: "rewrite", serve }];

function serve(bench) {
  const encoded = bench.request.path("encoded");
  const out = bench.request.path("out");
  if (!rewrites(bench.newAdapter())) {
    throw refuse("This codec has no messages that are both read and written.");
  }
  const messages = openContainer(encoded, MESSAGES);
  const file = createContainer(out, MESSAGES, messages.count);
  const bytes = rewriteAll(bench, messages, file);
  file.finish();
  bench.replies.send(line("emitted").number("objects", messages.count).number("bytes", bytes));
}

/**
 * Tells how many bytes were written. A message that cannot be read or written is missing in the file; the codec is then
 * replaced, for it may be in any state.
 */
function rewriteAll(bench, messages, file) {
  let codec = bench.newAdapter();
  let total = 0;
  for (let index = 0; index < messages.count; index++) {
    const message = messages.next();
    let written = null;
    try {
      written = rewritten(codec, message);
      total += written.length;
    } catch (fault) {
      bench.replies.send(line("failed").number("index", index).text("detail", failureOf(fault).message));
      codec = bench.newAdapter();
    }
    file.add(written);
  }
  return total;
}

/** A message as the library writes it, valid until the next. */
function rewritten(codec, message) {
  if (message === null) {
    throw new Error("There is no message of this object.");
  }
  return codec.serialize(readToRewrite(codec, message));
}
