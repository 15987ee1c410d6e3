package protocol

import (
	"os"
	"path/filepath"
	"testing"
)

func TestALineEscapesAllButPrintableASCII(t *testing.T) {
	line := NewLine("error").Text("detail", "50 % of \"é\"\n").Number("n", 3).Digest("digest", 255)
	expected := "error detail=50%20%25%20of%20\"%C3%A9\"%0A n=3 digest=00000000000000ff"
	if line.String() != expected {
		t.Errorf("%q is not %q", line, expected)
	}
}

func TestALineThatIsContinuedTwiceIsTwoLines(t *testing.T) {
	start := NewLine("a").Number("n", 1)
	first, second := start.Number("m", 2), start.Number("o", 3)
	if first.String() != "a n=1 m=2" || second.String() != "a n=1 o=3" {
		t.Errorf("%q %q", first, second)
	}
}

func TestWhatIsWrongIsSaid(t *testing.T) {
	for _, one := range []struct {
		words    []string
		expected string
	}{
		{nil, "The request names no verb."},
		{[]string{"v", "n"}, "The argument \"n\" is not of the form key=value."},
		{[]string{"v", "n=1", "n=2"}, "The key \"n\" appears twice."},
		{[]string{"v", "m=1"}, "The verb v has no key \"m\"."},
		{[]string{"v"}, "The verb v lacks the key \"n\"."},
		{[]string{"v", "n=+1"}, "The value of n is \"+1\" where a number belongs."},
		{[]string{"v", "n="}, "The value of n is \"\" where a number belongs."},
	} {
		request, err := ParseRequest(one.words)
		if err == nil {
			err = request.Allow([]string{"n"})
		}
		if err == nil {
			_, err = request.Number("n")
		}
		if err == nil || err.Error() != one.expected {
			t.Errorf("%q is answered by %v, not by %q", one.words, err, one.expected)
		}
	}
}

func TestAContainerComesBackWithWhatIsMissing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "messages")
	file, err := CreateContainer(path, Messages, 2)
	if err != nil || file.Add([]byte("ab"), true) != nil || file.Add(nil, false) != nil || file.Finish() != nil {
		t.Fatal("the file cannot be written")
	}
	reader, err := OpenContainer(path, Messages)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	first, present, _ := reader.Next()
	_, second, _ := reader.Next()
	if string(first) != "ab" || !present || second || reader.Finish() != nil {
		t.Errorf("%q %v %v %v", first, present, second, reader.Finish())
	}
}

func TestALengthBeyondTheFileIsRefused(t *testing.T) {
	path := filepath.Join(t.TempDir(), "corpus")
	bytes := append([]byte(Corpus), 1, 0, 0, 0, 0, 0, 0, 0, 0xFE, 0xFF, 0xFF, 0xFF)
	if err := os.WriteFile(path, bytes, 0o600); err != nil {
		t.Fatal(err)
	}
	reader, err := OpenContainer(path, Corpus)
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if _, _, err := reader.Next(); err == nil || err.Error() != "The file "+path+" ends too early." {
		t.Errorf("%v", err)
	}
}
