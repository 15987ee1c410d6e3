/** A library without its native part is what every browser has. */
export function requireNative() {}
