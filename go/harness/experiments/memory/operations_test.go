package memory

import (
	"errors"
	"slices"
	"testing"

	"serbench/harness/adapter"
)

// toy is an adapter whose objects are bytes; it counts the objects that it has made.
type toy struct{ made *int }

func (codec toy) Encode(object any) ([]byte, error) { return *object.(*[]byte), nil }

func (codec toy) Decode(message []byte) (any, error) {
	if len(message) == 0 {
		return nil, errors.New("there is nothing")
	}
	*codec.made++
	object := slices.Clone(message)
	return &object, nil
}

func (codec toy) DecodeReuse(message []byte, object any) error {
	*object.(*[]byte) = append((*object.(*[]byte))[:0], message...)
	return nil
}

func toyOn(keep int, texts ...string) (func() adapter.Codec, subject, *int) {
	made := 0
	on := subject{keep: keep}
	for _, text := range texts {
		bytes := []byte(text)
		on.objects, on.messages = append(on.objects, &bytes), append(on.messages, bytes)
	}
	return func() adapter.Codec { return toy{&made} }, on, &made
}

func namesOf(entries []entry) []string {
	var names []string
	for _, one := range entries {
		names = append(names, one.name)
	}
	return names
}

func TestTheOperationsFollowFromWhatAnAdapterHas(t *testing.T) {
	found := namesOf(entriesOf(toy{new(int)}))
	if !slices.Equal(found, []string{"encode", "decode", "decode-reuse", "roundtrip"}) {
		t.Errorf("%q", found)
	}
}

func TestDecodeKeepsTheLastObjects(t *testing.T) {
	newAdapter, on, made := toyOn(2, "a", "b", "c")
	ready, _ := newDecode(newAdapter, on)
	if err := ready.rotate(1); err != nil || *made != 3 {
		t.Fatalf("%v after %d objects", err, *made)
	}
	kept := ready.(*decode).kept
	if string(*kept[0].(*[]byte)) != "c" || string(*kept[1].(*[]byte)) != "b" {
		t.Errorf("%s and %s are kept", *kept[0].(*[]byte), *kept[1].(*[]byte))
	}
}

func TestARoundtripEndsInTheUsedObject(t *testing.T) {
	newAdapter, on, made := toyOn(0, "a", "bc")
	ready, _ := newRoundtrip(newAdapter, on)
	if err := ready.rotate(3); err != nil || *made != 1 {
		t.Fatalf("%v after %d objects", err, *made)
	}
	if found, err := ready.prove(1); err != nil || string(*found.value.(*[]byte)) != "bc" || found.size != 2 {
		t.Errorf("%+v, %v", found, err)
	}
}

func TestAFaultEndsTheRotation(t *testing.T) {
	newAdapter, on, made := toyOn(0, "a", "", "b")
	ready, _ := newDecode(newAdapter, on)
	if err := ready.rotate(1); err == nil || *made != 1 {
		t.Errorf("%v after %d objects", err, *made)
	}
}

func TestAProofHasTheMessageThatWasWritten(t *testing.T) {
	newAdapter, on, _ := toyOn(0, "abc")
	ready, _ := newEncode(newAdapter, on)
	if found, err := ready.prove(0); err != nil || string(found.written) != "abc" || found.size != 3 {
		t.Errorf("%+v, %v", found, err)
	}
}

// borrower is a toy whose objects refer to their messages.
type borrower struct{ toy }

func (borrower) Decode(message []byte) (any, error) { return &message, nil }

func (borrower) DecodeReuse(message []byte, object any) error {
	*object.(*[]byte) = message
	return nil
}

func TestAnObjectOutlivesItsMessage(t *testing.T) {
	newToy, on, _ := toyOn(0, "abc")
	newBorrower := func() adapter.Codec { return borrower{} }
	for _, make := range []func(func() adapter.Codec, subject) (operation, error){newDecode, newDecodeReuse} {
		for _, each := range []struct {
			newAdapter func() adapter.Codec
			text       string
		}{{newToy, "abc"}, {newBorrower, "\x00\x00\x00"}} {
			ready, _ := make(each.newAdapter, on)
			shown, err := ready.prove(0)
			if found := string(*shown.value.(*[]byte)); err != nil || found != each.text || shown.size != 3 {
				t.Errorf("%q of %d bytes, %v", found, shown.size, err)
			}
		}
	}
	if string(on.messages[0]) != "abc" {
		t.Errorf("%q", on.messages[0])
	}
}
