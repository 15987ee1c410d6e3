import { digest } from "../values/digest.js";
import { PLAN_NAMES } from "../values/touch.js";
import { wrong } from "./failure.js";

/** 16 hexadecimal digits. */
export function digits(value) {
  return value.toString(16).padStart(16, "0");
}

/** Throws a failure if a digest is not that of the object. */
export function judgeDigest(found, expected) {
  if (found !== expected) {
    throw wrong(`The value that came back has the digest ${digits(found)}, the object's is ${digits(expected)}.`);
  }
}

/** The digest of a value that came back; throws a failure if it is not that of the object. */
export function judgeValue(form, value, expected, writer) {
  const found = digest(form, value, writer);
  judgeDigest(found, expected);
  return found;
}

/** Throws a failure if a touch is not that of the object. */
export function judgeTouch(form, touch, plan, object) {
  const [found, expected] = [touch.bits(), form.touched(object, plan).bits()];
  if (found !== expected) {
    throw wrong(`What access-${PLAN_NAMES[plan]} read has the touch ${found}, the object's is ${expected}.`);
  }
}
