import { CORPUS, openContainer } from "../protocol/container.js";
import { refuse } from "../protocol/refusal.js";
import { digest, digestOfDigests } from "./digest.js";
import { Writer } from "./writer.js";

/** A corpus as a runner holds it: plain objects and their digests; bytes counts all objects without the framing. */
class Corpus {
  objects = [];
  digests = [];
  bytes = 0;

  /** That of the corpus. */
  digest() {
    return digestOfDigests(this.digests);
  }
}

/** Reads a corpus, by default strictly, and computes the digests from the plain objects. */
export function loadCorpus(path, form, strict = true) {
  const file = openContainer(path, CORPUS);
  try {
    const [corpus, writer] = [new Corpus(), new Writer()];
    for (let index = 0; index < file.count; index++) {
      const bytes = file.next();
      if (bytes === null) {
        throw file.refuse(`lacks the object ${index}`);
      }
      const object = objectOf(file, form, bytes, strict, index);
      corpus.bytes += bytes.length;
      corpus.digests.push(digest(form, object, writer));
      corpus.objects.push(object);
    }
    file.finish();
    return corpus;
  } finally {
    file.close();
  }
}

function objectOf(file, form, bytes, strict, index) {
  try {
    return form.read(bytes, strict);
  } catch (fault) {
    throw file.refuse(`is not of this runner's schema: object ${index}: ${fault.message}`);
  }
}

/** Loads a corpus with objects. */
export function loadCorpusToMeasure(path, form) {
  const corpus = loadCorpus(path, form);
  if (corpus.objects.length === 0) {
    throw refuse("The corpus holds no objects, so there is nothing to measure.");
  }
  return corpus;
}
