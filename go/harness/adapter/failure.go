package adapter

import "errors"

// Failure says why a codec could not do it: "wrong", "error" or "unsupported", with the reason.
type Failure struct {
	Outcome string
	Detail  string
}

func (failure *Failure) Error() string { return failure.Detail }

// Unsupported is the failure of a codec that cannot do this by design.
func Unsupported(detail string) error { return &Failure{"unsupported", detail} }

// Wrong is the failure of a value that came back and is not the one that went in.
func Wrong(detail string) error { return &Failure{"wrong", detail} }

// FailureOf gives any error as a failure; a library's own is an "error".
func FailureOf(err error) *Failure {
	var failure *Failure
	if errors.As(err, &failure) {
		return failure
	}
	return &Failure{"error", err.Error()}
}
