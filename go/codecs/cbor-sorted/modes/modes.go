// Package modes has the modes in which all of fxamacker/cbor is called here.
package modes

import (
	"math"

	"github.com/fxamacker/cbor/v2"
)

var (
	// Encoding sorts the keys of maps and of objects; enums are texts.
	Encoding = encoding()
	// Decoding takes larger and deeper messages than the default.
	Decoding = decoding()
)

func encoding() cbor.UserBufferEncMode {
	mode, err := cbor.EncOptions{
		Sort:          cbor.SortCoreDeterministic,
		TextMarshaler: cbor.TextMarshalerTextString,
	}.UserBufferEncMode()
	if err != nil {
		panic(err)
	}
	return mode
}

func decoding() cbor.DecMode {
	mode, err := cbor.DecOptions{
		FieldNameMatching: cbor.FieldNameMatchingCaseSensitive,
		MaxArrayElements:  math.MaxInt32,
		MaxMapPairs:       math.MaxInt32,
		MaxNestedLevels:   1000,
		TextUnmarshaler:   cbor.TextUnmarshalerTextString,
	}.DecMode()
	if err != nil {
		panic(err)
	}
	return mode
}
