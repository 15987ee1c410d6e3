// Texts as names of members in the objects of a library.

/** The entries of a map in an object that inherits nothing, so that any text may be a key. */
export function textKeys(map, textOf, give) {
  const object = Object.create(null);
  for (const [key, value] of map) {
    object[textOf(key)] = give(value);
  }
  return object;
}

/** The entries of a map in one with texts as its keys. */
export function textKeyMap(map, _textOf, give) {
  const found = new Map();
  for (const [key, value] of map) {
    found.set(String(key), give(value));
  }
  return found;
}

/** The map of an object's entries, or of another map's; without one an empty map. */
export function ofTextKeys(object, keyOf, take) {
  const map = new Map();
  if (object instanceof Map) {
    for (const [key, value] of object) {
      map.set(keyOf(key), take(value));
    }
  } else if (object != null) {
    for (const key of Object.keys(object)) {
      map.set(keyOf(key), take(object[key]));
    }
  }
  return map;
}

/** The same entries with keys as a map has them. */
export function* entriesOf(object, keyOf) {
  const entries = object instanceof Map ? object : Object.entries(object ?? {});
  for (const [key, value] of entries) {
    yield [keyOf(key), value];
  }
}

/** A key that is a text already, or that an object makes one. */
export const text = (key) => key;

/** A member that an object has itself, not by inheritance; undefined where it or the object is missing. */
export function own(object, name) {
  return object != null && Object.hasOwn(object, name) ? object[name] : undefined;
}

/** Gives an object a member, whatever setting one of that name does. */
export function define(object, name, value) {
  Object.defineProperty(object, name, { value, configurable: true, enumerable: true, writable: true });
}

/** A bool of its text. */
export function boolOfText(key) {
  if (key !== "true" && key !== "false") {
    throw new SyntaxError("the key of a map is no bool");
  }
  return key === "true";
}
