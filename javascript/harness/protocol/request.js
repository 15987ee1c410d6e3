import { refuse } from "./refusal.js";

/** VERB key=value key=value … */
export class Request {
  #pairs = new Map();

  /** @param {string[]} words the arguments behind the program's name */
  constructor(words) {
    if (words.length === 0) {
      throw refuse("The request names no verb.");
    }
    this.verb = words[0];
    for (const word of words.slice(1)) {
      const end = word.indexOf("=");
      if (end < 0) {
        throw refuse(`The argument "${word}" is not of the form key=value.`);
      }
      const key = word.slice(0, end);
      if (this.#pairs.has(key)) {
        throw refuse(`The key "${key}" appears twice.`);
      }
      this.#pairs.set(key, word.slice(end + 1));
    }
  }

  /** Refuses every key that is not named here. */
  allow(keys) {
    for (const key of this.#pairs.keys()) {
      if (!keys.includes(key)) {
        throw refuse(`The verb ${this.verb} has no key "${key}".`);
      }
    }
  }

  /** The value of a key. */
  path(key) {
    const value = this.optionalPath(key);
    if (value === null) {
      throw refuse(`The verb ${this.verb} lacks the key "${key}".`);
    }
    return value;
  }

  /** The value of a key; null where the request has none. */
  optionalPath(key) {
    return this.#pairs.get(key) ?? null;
  }

  /** The decimal number that a key holds, at most the largest integer that a number of JavaScript holds exactly. */
  number(key) {
    const text = this.path(key);
    const number = Number(text);
    if (!/^[0-9]+$/.test(text) || !Number.isSafeInteger(number)) {
      throw refuse(`The value of ${key} is "${text}" where a number belongs.`);
    }
    return number;
  }

  /** The same; null where the request has no such key. */
  optionalNumber(key) {
    return this.#pairs.has(key) ? this.number(key) : null;
  }

  /** The number of a key, which is from 1 to most. */
  atLeastOne(key, most) {
    const value = this.number(key);
    if (value < 1 || value > most) {
      throw refuse(`The value of ${key} is ${value} where 1 to ${most} belong.`);
    }
    return value;
  }

  /** The words of a value, which commas separate. */
  list(key) {
    return this.path(key).split(",");
  }
}
