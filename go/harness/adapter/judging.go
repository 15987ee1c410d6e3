package adapter

import (
	"fmt"

	"serbench/harness/values"
)

// Guarded runs a codec's code; a panic in it is an error like any other. A fatal fault of the runtime, such as
// memory that is exhausted, ends the process all the same.
func Guarded(run func() error) (err error) {
	defer func() {
		if reason := recover(); reason != nil {
			err = fmt.Errorf("The codec panicked: %v", reason)
		}
	}()
	return run()
}

// JudgeValue gives the digest of a value that came back, and a failure if it is not that of the object.
func JudgeValue(form values.Form, value any, expected uint64, scratch *[]byte) (uint64, error) {
	digest := values.Digest(form, value, scratch)
	return digest, JudgeDigest(digest, expected)
}

// JudgeDigest fails if a digest is not that of the object.
func JudgeDigest(digest, expected uint64) error {
	if digest == expected {
		return nil
	}
	return Wrong(fmt.Sprintf(
		"The value that came back has the digest %016x, the object's is %016x.", digest, expected))
}

// JudgeTouch fails if a touch is not that of the object.
func JudgeTouch(form values.Form, touch uint64, plan values.Plan, object any) error {
	if expected := form.Touched(object, plan); touch != expected {
		return Wrong(fmt.Sprintf("What was read has the touch %d, the object's is %d.", touch, expected))
	}
	return nil
}
