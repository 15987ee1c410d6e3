/** Why a codec could not do it: "wrong", "error" or "unsupported", with the reason. */
export class Failure extends Error {
  constructor(outcome, detail) {
    super(detail);
    this.outcome = outcome;
  }
}

/** The failure of a codec that cannot do this by design. */
export function unsupported(detail) {
  return new Failure("unsupported", detail);
}

/** The failure of a value that came back and is not the one that went in. */
export function wrong(detail) {
  return new Failure("wrong", detail);
}

/** Whatever was thrown as a failure; what a library throws is an "error". */
export function failureOf(thrown) {
  if (thrown instanceof Failure) {
    return thrown;
  }
  const detail = thrown instanceof Error ? thrown.message || thrown.name : String(thrown);
  return new Failure("error", detail);
}
