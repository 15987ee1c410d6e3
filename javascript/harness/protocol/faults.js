import { getSystemErrorMap } from "node:util";

/** A fault of the system in its own words, which begin with a capital letter. */
export function because(fault) {
  const text = getSystemErrorMap().get(fault.errno)?.[1] ?? fault.message;
  return text.charAt(0).toUpperCase() + text.slice(1);
}
