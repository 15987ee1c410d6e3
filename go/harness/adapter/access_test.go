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

func TestAnAdapterWithoutAccessAndTouchHasNoAccess(t *testing.T) {
	if HasAccess(&Composed{}) || !HasAccess(toy{}) || !HasAccess(reader{}) {
		t.Error("what an adapter has is not found")
	}
}
