package adapter

import (
	"testing"

	"serbench/harness/values"
)

// toy has bytes as its messages, of which each plan reads one.
type toy struct{ Composed }

func (toy) Build(object any) (any, error)           { return object, nil }
func (toy) Serialize(message any) ([]byte, error)   { return message.([]byte), nil }
func (toy) Deserialize(message []byte) (any, error) { return message, nil }
func (toy) Extract(opened any) (any, error)         { return opened, nil }
func (toy) Touch(opened any, plan values.Plan) (uint64, error) {
	return uint64(opened.([]byte)[plan]), nil
}

// reader has an access of its own.
type reader struct{ toy }

func (reader) Access([]byte, values.Plan) (uint64, error) { return 7, nil }

func TestAccessDeserializesAndTouchesWhereAnAdapterHasNone(t *testing.T) {
	for plan, expected := range map[values.Plan]uint64{values.One: 'a', values.Tenth: 'b', values.All: 'c'} {
		if touch, err := AccessOf(toy{}).Access([]byte("abc"), plan); err != nil || touch != expected {
			t.Errorf("%d, %v by %v", touch, err, plan)
		}
	}
	if touch, _ := AccessOf(reader{}).Access([]byte("abc"), values.All); touch != 7 {
		t.Errorf("%d", touch)
	}
}

// opener only opens its messages, and counter counts.
type opener struct{ toy }

func (opener) BuildsInPlace() {}

type counter struct{ reader }

func (counter) BytesRead([]byte, values.Plan) (int, error) { return 2, nil }

func TestBytesReadAreCountedOrThoseOfAWholeMessage(t *testing.T) {
	for _, one := range []struct {
		codec Codec
		read  int
		known bool
	}{{toy{}, 3, true}, {counter{}, 2, true}, {reader{}, 0, false}} {
		read, known, err := BytesRead(AccessOf(one.codec), []byte("abc"), values.One)
		if read != one.read || known != one.known || err != nil {
			t.Errorf("%T: %d, %v, %v", one.codec, read, known, err)
		}
	}
	if _, known, _ := BytesRead(AccessOf(opener{}), []byte("abc"), values.One); known {
		t.Error("what a message that is only opened reads is not known")
	}
}

func TestAnAdapterWithoutAccessAndTouchHasNoAccess(t *testing.T) {
	if HasAccess(&Composed{}) || !HasAccess(toy{}) || !HasAccess(reader{}) {
		t.Error("what an adapter has is not found")
	}
}
