// The order in which lookup by key wants the entries of a map.

const FIRST_SURROGATE = 0xd800;
const BEHIND_SURROGATES = 0xe000;

/** The entries of a map whose keys are texts, by the bytes of their UTF-8. */
export function byText(map) {
  return [...map].sort(([one], [other]) => compareTexts(one, other));
}

/** The entries of a map with other keys. */
export function byValue(map) {
  return [...map].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** Orders as bytes of UTF-8 do: by code points, so that surrogates are behind all other units. */
function compareTexts(one, other) {
  const shared = Math.min(one.length, other.length);
  for (let i = 0; i < shared; i++) {
    const [a, b] = [one.charCodeAt(i), other.charCodeAt(i)];
    if (a !== b) {
      return isSurrogate(a) === isSurrogate(b) ? a - b : isSurrogate(a) - isSurrogate(b) || a - b;
    }
  }
  return one.length - other.length;
}

function isSurrogate(unit) {
  return unit >= FIRST_SURROGATE && unit < BEHIND_SURROGATES;
}
