import { failureOf } from "../../adapter/failure.js";
import { judgeDigest, judgeTouch } from "../../adapter/judging.js";
import { accessOf, hasAccess } from "../../adapter/adapter.js";
import { CORPUS, createContainer, MESSAGES } from "../../protocol/container.js";
import { Refusal } from "../../protocol/refusal.js";
import { line } from "../../protocol/replies.js";
import { copied, newBytes } from "../../values/bytes.js";
import { loadCorpus } from "../../values/corpus.js";
import { ALL, ONE, PLAN_NAMES, TENTH } from "../../values/touch.js";
import { Writer } from "../../values/writer.js";
import { xxh64 } from "../../values/xxh64.js";
import { NO_MESSAGE, openMessages } from "./messages.js";
import { entriesOf } from "./operations.js";

/** Proves each object separately, with every operation that applies. */
export function check(bench) {
  const { request, replies } = bench;
  const corpus = loadCorpus(request.path("corpus"), bench.form);
  const objects = corpus.objects.length;
  const file = request.optionalPath("encoded");
  const given = file === null ? null : openMessages(file, objects);
  const values = request.optionalPath("values");
  const out = values === null ? null : createContainer(values, CORPUS, objects);
  const proving = new Proving(bench, corpus);
  for (let index = 0; index < objects; index++) {
    const found = proving.find(index, given);
    if (found.failure !== null) {
      // A codec that failed may be in any state; the next object deserves a sound one.
      proving.adapter = bench.newAdapter();
    }
    replies.send(replyOf(found, index));
    out?.add(found.value);
  }
  out?.finish();
  given?.close();
}

/**
 * One adapter for all objects, one place for the objects and one for their messages. They lie there one after the
 * other, so a codec that remembers results by the identity of what it was given returns those of another object.
 */
class Proving {
  #bench;
  #corpus;
  #entries;
  #object = null;
  #place = newBytes(0);
  #writer = new Writer();

  constructor(bench, corpus) {
    this.#bench = bench;
    this.#corpus = corpus;
    this.#entries = entriesOf(bench.newAdapter());
    this.adapter = bench.newAdapter();
  }

  /** What becomes of one object; value has the canonical bytes of the last value that came back. */
  find(index, given) {
    const found = { operation: "", failure: null, value: null, digest: 0n, size: 0 };
    this.#layOut(this.#corpus.objects[index]);
    const entry = given?.next() ?? null;
    const encoded = attempt(found, given === null ? "encode" : "decode", () => {
      if (given !== null && entry === null) {
        throw new Error(NO_MESSAGE);
      }
      return entry ?? this.adapter.encode(this.#object);
    });
    if (encoded === null) {
      return found;
    }
    found.size = encoded.length;
    const message = this.#laid(encoded);
    this.#operations(index, given !== null, message, found);
    if (found.failure === null) {
      this.#itself(index, message, found);
    }
    return found;
  }

  #layOut(object) {
    this.#object ??= Object.create(Object.getPrototypeOf(object));
    Object.assign(this.#object, object);
  }

  #laid(bytes) {
    if (bytes.length > this.#place.length) {
      this.#place = newBytes(2 * bytes.length);
    }
    this.#place.set(bytes);
    return this.#place.subarray(0, bytes.length);
  }

  /** Operations have adapters of their own, fresh for each object. */
  #operations(index, fromFile, message, found) {
    const on = { objects: [this.#object], messages: [message], keep: 0 };
    for (const entry of this.#entries) {
      if (found.failure === null && (entry.fromBytes || !fromFile)) {
        attempt(found, entry.name, () => {
          this.#judge(index, entry.make(this.#bench.newAdapter, on).prove(0), found);
        });
      }
    }
  }

  /** What starts from bytes, with the adapter that has seen all objects before this one. */
  #itself(index, message, found) {
    attempt(found, "decode", () => this.#judge(index, { value: this.adapter.decode(message) }, found));
    for (const plan of hasAccess(this.adapter) ? [ONE, TENTH, ALL] : []) {
      if (found.failure === null) {
        attempt(found, `access-${PLAN_NAMES[plan]}`, () => {
          this.#judge(index, { touch: accessOf(this.adapter).access(message, plan), plan }, found);
        });
      }
    }
  }

  #judge(index, shown, found) {
    const form = this.#bench.form;
    if (shown.touch !== undefined) {
      judgeTouch(form, shown.touch, shown.plan, this.#object);
      return;
    }
    form.write(shown.value, this.#writer.clear());
    found.value = copied(this.#writer.written());
    found.digest = xxh64(found.value);
    judgeDigest(found.digest, this.#corpus.digests[index]);
  }
}

/** What the work gives; null, and the failure noted, where it throws. */
function attempt(found, operation, work) {
  try {
    return work();
  } catch (thrown) {
    if (thrown instanceof Refusal) {
      throw thrown;
    }
    found.operation = operation;
    found.failure = failureOf(thrown);
    return null;
  }
}

function replyOf(found, index) {
  const reply = line("object").number("index", index);
  if (found.failure === null) {
    return reply.text("outcome", "ok").digest("digest", found.digest).number("bytes", found.size);
  }
  if (found.failure.outcome === "wrong") {
    return reply
      .text("outcome", "wrong")
      .text("operation", found.operation)
      .digest("digest", found.digest)
      .text("detail", found.failure.message);
  }
  return reply.text("outcome", "error").text("operation", found.operation).text("detail", found.failure.message);
}

/** Encodes each object once into a file of messages; its maps may have been filled in any order. */
export function emit(bench) {
  const corpus = loadCorpus(bench.request.path("corpus"), bench.form, false);
  const file = createContainer(bench.request.path("out"), MESSAGES, corpus.objects.length);
  let [adapter, size] = [bench.newAdapter(), 0];
  for (const [index, object] of corpus.objects.entries()) {
    let message = null;
    try {
      message = adapter.encode(object);
      size += message.length;
    } catch (thrown) {
      adapter = bench.newAdapter();
      bench.replies.send(line("failed").number("index", index).text("detail", failureOf(thrown).message));
    }
    file.add(message);
  }
  file.finish();
  bench.replies.send(line("emitted").number("objects", corpus.objects.length).number("bytes", size));
}
