package modes

import (
	"math"

	"github.com/fxamacker/cbor/v2"
)

// Decoding takes larger and deeper messages than the default.
var Decoding = decoding()

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
