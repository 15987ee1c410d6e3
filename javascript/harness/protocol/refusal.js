/** The sentence of an error line: the request cannot be served at all. */
export class Refusal extends Error {}

/** What is thrown where a request cannot be served. */
export function refuse(sentence) {
  return new Refusal(sentence);
}

/** Refuses a file that is not there, cannot be written, or is not what it should be. */
export function refuseFile(path, why) {
  return refuse(`The file ${path} ${why}.`);
}
