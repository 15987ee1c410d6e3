package relay

import "testing"

func TestABarrierIsDueWhenItHasComeFromEverySource(t *testing.T) {
	of := make(barriers, 3)
	of.came(0, isBarrier|7)
	of.end(2)
	if _, due, err := of.takeDue(); due || err != nil || of.isSending(0) || !of.isSending(1) {
		t.Errorf("due: %v, %v", due, err)
	}
	of.came(1, isBarrier|7)
	barrier, due, err := of.takeDue()
	if !due || err != nil || numberOf(barrier) != 7 {
		t.Errorf("due: %d %v %v", barrier, due, err)
	}
	if !of.isSending(0) || !of.isSending(1) || of.isSending(2) {
		t.Errorf("they do not go on: %v", of)
	}
}

func TestBarriersThatDifferAreAFailure(t *testing.T) {
	of := make(barriers, 2)
	of.came(0, isBarrier|1)
	of.came(1, isBarrier|2)
	if _, _, err := of.takeDue(); err == nil || err.Error() != "One source sends the barrier 2 where another sends 1." {
		t.Errorf("said %v", err)
	}
}

func TestNothingIsDueWhenAllHaveEnded(t *testing.T) {
	of := make(barriers, 1)
	of.end(0)
	if _, due, err := of.takeDue(); due || err != nil {
		t.Errorf("due: %v, %v", due, err)
	}
}
