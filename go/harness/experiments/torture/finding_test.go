package torture

import (
	"errors"
	"strings"
	"testing"
)

func TestAPanicIsForeignAndAnErrorIsARejection(t *testing.T) {
	var empty []int
	index := 3
	runningInto := caught(func() error { empty[index] = 1; return nil })
	rejecting := caught(func() error { return errors.New("no\tmessage\nat all") })
	for _, one := range []struct {
		fault    error
		opened   bool
		expected finding
	}{
		{runningInto, true, finding{
			outcome: "foreign",
			detail:  "runtime.boundsError: runtime error: index out of range [3] with length 0",
		}},
		{rejecting, false, finding{outcome: "rejected", detail: "*errors.errorString: no?message"}},
		{rejecting, true, finding{outcome: "fault", detail: "*errors.errorString: no?message"}},
	} {
		if got := failed(one.fault, one.opened); got != one.expected {
			t.Errorf("got %+v", got)
		}
	}
	if caught(func() error { return nil }) != nil {
		t.Error("nothing was wrong")
	}
}

func TestADetailIsShort(t *testing.T) {
	if got := failed(errors.New(strings.Repeat("x", 500)), false); len(got.detail) != longestDetail {
		t.Errorf("%d characters", len(got.detail))
	}
}
