// Floating-point numbers as doubles.
import { Double } from "bson";

/** A number as a double: the library would write one without a fraction as an integer. */
export function real(number) {
  return Number.isInteger(number) ? new Double(number) : number;
}
