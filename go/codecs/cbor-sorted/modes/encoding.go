// Package modes has the modes in which all of fxamacker/cbor is called here.
package modes

import "github.com/fxamacker/cbor/v2"

// Encoding sorts the keys of maps and of objects; enums are texts.
var Encoding = encoding()

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
