// Package numbers has the unsigned numbers of 64 bits, which BSON lacks: each is the int64 of the same bits.
package numbers

import (
	"bytes"
	"fmt"
	"reflect"

	"go.mongodb.org/mongo-driver/v2/bson"
)

// Registry is the default one but for uint64.
var Registry = withUint64(bson.NewRegistry())

// Marshal is bson.Marshal with this registry.
func Marshal(object any) ([]byte, error) {
	var document bytes.Buffer
	encoder := bson.NewEncoder(bson.NewDocumentWriter(&document))
	encoder.SetRegistry(Registry)
	err := encoder.Encode(object)
	return document.Bytes(), err
}

// Unmarshal is bson.Unmarshal with this registry.
func Unmarshal(document []byte, object any) error {
	decoder := bson.NewDecoder(bson.NewDocumentReader(bytes.NewReader(document)))
	decoder.SetRegistry(Registry)
	return decoder.Decode(object)
}

// HeldBy tells whether an object of the type has a uint64 somewhere; seen are the types that were asked before. Only then
// are the documents read with this registry, because bson.Unmarshal, which is faster, knows the default one alone.
func HeldBy(of reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[of] {
		return false
	}
	seen[of] = true
	switch of.Kind() {
	case reflect.Uint64:
		return true
	case reflect.Pointer, reflect.Slice, reflect.Map:
		return HeldBy(of.Elem(), seen)
	case reflect.Struct:
		for i := range of.NumField() {
			if HeldBy(of.Field(i).Type, seen) {
				return true
			}
		}
	}
	return false
}

func withUint64(registry *bson.Registry) *bson.Registry {
	kind := reflect.TypeFor[uint64]()
	registry.RegisterTypeEncoder(kind, bson.ValueEncoderFunc(
		func(_ bson.EncodeContext, to bson.ValueWriter, value reflect.Value) error {
			return to.WriteInt64(int64(value.Uint()))
		}))
	registry.RegisterTypeDecoder(kind, bson.ValueDecoderFunc(
		func(_ bson.DecodeContext, from bson.ValueReader, value reflect.Value) error {
			switch from.Type() {
			case bson.TypeInt32:
				number, err := from.ReadInt32()
				value.SetUint(uint64(number))
				return err
			case bson.TypeInt64:
				number, err := from.ReadInt64()
				value.SetUint(uint64(number))
				return err
			}
			return fmt.Errorf("a %v stands where a number belongs", from.Type())
		}))
	return registry
}
