// What surrounds a runner in a browser: the program that has opened its page, which it reaches at the page's address.
import { refuse } from "./refusal.js";

const DONE = 200;

/** Asks the program and waits for the reply. */
export function call(method, path, sent, type) {
  const request = new XMLHttpRequest();
  request.open(method, path, false);
  request.responseType = type;
  request.send(sent);
  if (request.status !== DONE) {
    throw refuse(`The program that has opened the page answers ${path} with ${request.status}.`);
  }
  return request.response;
}

/** What was requested, and of which browser. */
export const given = JSON.parse(call("GET", "request", null, "text"));

/** The words of the request. */
export const requestWords = () => given.words;

/** Has the program end with an exit status. */
export function endWith(status) {
  call("POST", `end?${status}`, "", "text");
}

/** Nothing else writes replies. */
export function takeOutput() {}

/** Writes a text at once, so that what was said before a crash is known. */
export function write(text) {
  call("POST", "reply", text, "text");
}
