// Serves one request with one codec for one workload (PROTOCOL.md).
import { endWith, requestWords } from "../protocol/host.js";
import { KEYS } from "../protocol/keys.js";
import { Refusal, refuse } from "../protocol/refusal.js";
import { line, Replies } from "../protocol/replies.js";
import { Request } from "../protocol/request.js";
import { runtimeLine } from "./runtime.js";
import { VERBS } from "./verbs.js";

const SERVED = 0;
const REFUSED = 2;

/**
 * Serves the request that the host has and sets the exit status.
 *
 * @param about the identity of the runner, rendered for it
 * @param plain how the plain objects of the workload are handled
 * @param newAdapter makes the codec's adapter, one for each operation
 */
export async function main(about, plain, newAdapter) {
  const replies = new Replies();
  const bench = { about, replies, request: null, form: plain, plain, newAdapter };
  try {
    greet(bench);
    bench.form = newAdapter().form?.(plain) ?? plain;
    bench.request = new Request(requestWords());
    await answer(bench);
    replies.send(line("end"));
    endWith(SERVED);
  } catch (thrown) {
    if (!(thrown instanceof Refusal)) {
      console.error(thrown);
    }
    replies.send(line("error").text("detail", thrown.message ?? String(thrown)));
    endWith(REFUSED);
  }
}

async function answer(bench) {
  const describing = { name: "describe", serve: describe };
  const verb = [describing, ...VERBS].find(({ name }) => name === bench.request.verb);
  if (verb === undefined) {
    throw refuse(`There is no verb "${bench.request.verb}".`);
  }
  bench.request.allow(KEYS[verb.name]);
  await verb.serve(bench);
}

function greet({ about, replies }) {
  replies.send(
    line("runner")
      .number("protocol", 1)
      .text("language", "javascript")
      .text("codec", about.codec)
      .text("workload", about.workload)
      .text("schema", about.schema),
  );
}

function describe(bench) {
  const { about, replies } = bench;
  for (const [name, version] of about.libraries) {
    replies.send(line("library").text("name", name).text("version", version));
  }
  for (const { name } of [{ name: "describe" }, ...VERBS]) {
    replies.send(line("verb").text("name", name));
  }
  replies.send(line("unit").text("name", "utf16"));
  replies.send(line("build").text("compiler", about.compiler).text("flags", about.flags));
  const runtime = runtimeLine();
  if (runtime !== null) {
    replies.send(runtime);
  }
  for (const verb of VERBS) {
    verb.describe?.(bench);
  }
}
