package relay

import "testing"

func TestAMarkIsDueWhenItHasComeFromEverySource(t *testing.T) {
	of := make(marks, 3)
	of.came(0, isMark|7)
	of.end(2)
	if _, due, err := of.takeDue(); due || err != nil || of.isSending(0) || !of.isSending(1) {
		t.Errorf("due: %v, %v", due, err)
	}
	of.came(1, isMark|7)
	mark, due, err := of.takeDue()
	if !due || err != nil || numberOf(mark) != 7 {
		t.Errorf("due: %d %v %v", mark, due, err)
	}
	if !of.isSending(0) || !of.isSending(1) || of.isSending(2) {
		t.Errorf("they do not go on: %v", of)
	}
}

func TestMarksThatDifferAreAFailure(t *testing.T) {
	of := make(marks, 2)
	of.came(0, isMark|1)
	of.came(1, isMark|2)
	if _, _, err := of.takeDue(); err == nil || err.Error() != "One source sends the mark 2 where another sends 1." {
		t.Errorf("said %v", err)
	}
}

func TestNothingIsDueWhenAllHaveEnded(t *testing.T) {
	of := make(marks, 1)
	of.end(0)
	if _, due, err := of.takeDue(); due || err != nil {
		t.Errorf("due: %v, %v", due, err)
	}
}
