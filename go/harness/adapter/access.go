package adapter

import "serbench/harness/values"

// HasAccess tells whether an adapter reads fields without a full decode.
func HasAccess(codec Codec) bool {
	_, accesses := codec.(AccessCodec)
	_, touches := codec.(TouchingCodec)
	return accesses || touches
}

// AccessOf gives an adapter that HasAccess with its own access, or with Deserialize and Touch in one.
func AccessOf(codec Codec) AccessCodec {
	if own, accesses := codec.(AccessCodec); accesses {
		return own
	}
	return composedAccess{codec.(TouchingCodec)}
}

type composedAccess struct{ of TouchingCodec }

func (composed composedAccess) Access(message []byte, plan values.Plan) (uint64, error) {
	opened, err := composed.of.Deserialize(message)
	if err != nil {
		return 0, err
	}
	return composed.of.Touch(opened, plan)
}

// BytesRead is how many bytes of a message the access of a codec reads, and whether that is known. Deserialize reads a
// whole message, unless it only opens it.
func BytesRead(of AccessCodec, message []byte, plan values.Plan) (int, bool, error) {
	switch reader := of.(type) {
	case CountingCodec:
		read, err := reader.BytesRead(message, plan)
		return read, true, err
	case composedAccess:
		_, opens := reader.of.(InPlaceCodec)
		return len(message), !opens, nil
	}
	return 0, false, nil
}
