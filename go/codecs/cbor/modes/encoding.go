// Package modes has the modes in which all of fxamacker/cbor is called here.
package modes

import "github.com/fxamacker/cbor/v2"

// Encoding is the default but for enums, which are texts.
var Encoding = encoding()

func encoding() cbor.UserBufferEncMode {
	mode, err := cbor.EncOptions{TextMarshaler: cbor.TextMarshalerTextString}.UserBufferEncMode()
	if err != nil {
		panic(err)
	}
	return mode
}
