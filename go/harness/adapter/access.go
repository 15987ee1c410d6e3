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
