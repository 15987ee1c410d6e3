import { getSystemErrorMap } from "node:util";

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

/** A fault of the system in its own words, which begin with a capital letter. */
export function because(fault) {
  const text = getSystemErrorMap().get(fault.errno)?.[1] ?? fault.message;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
