package store

import (
	"serbench/harness/adapter"
	"serbench/harness/protocol"
	"serbench/harness/values"
)

// level is how a record that has been read is used: not at all, which is the floor's, as an object, or by access.
type level struct {
	raw     bool
	decodes bool
	plan    values.Plan
}

// levelOf finds the level of a name. It refuses one that the codec lacks.
func levelOf(name string, codec adapter.Codec) (level, error) {
	_, raw := codec.(adapter.FloorCodec)
	accesses := adapter.HasAccess(codec)
	switch {
	case name == "bytes" && raw:
		return level{raw: true}, nil
	case name == "decode" && !raw:
		return level{decodes: true}, nil
	case name == "access-one" && accesses:
		return level{plan: values.One}, nil
	case name == "access-all" && accesses:
		return level{plan: values.All}, nil
	default:
		return level{}, protocol.Refuse("This codec has no level \"%s\".", name)
	}
}
