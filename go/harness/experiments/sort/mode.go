package sort

import (
	"serbench/harness/adapter"
	"serbench/harness/protocol"
)

// mode is what a sort holds of its records and how it comes by their keys.
type mode int

const (
	// Objects are held; their keys are read of them.
	holdsObjects mode = iota
	// Bytes are held, with keys that access-one reads.
	bytesByAccess
	// Bytes are held, with keys that are read of objects, which are released at once.
	bytesByDecoding
	// Bytes are held, and every comparison reads the keys.
	lazy
	// Bytes are held, with keys from a file.
	raw
)

// modeNamed refuses one that the codec lacks. No codec reads the key of the study by access.
func modeNamed(name string, codec adapter.Codec, byStudy bool) (mode, error) {
	_, floor := codec.(adapter.FloorCodec)
	accesses := adapter.HasAccess(codec)
	switch {
	case name == "raw" && floor:
		return raw, nil
	case floor:
	case name == "objects":
		return holdsObjects, nil
	case name == "bytes" && accesses && !byStudy:
		return bytesByAccess, nil
	case name == "bytes":
		return bytesByDecoding, nil
	case name == "lazy" && accesses && byStudy:
		return 0, protocol.Refuse("No codec has the mode \"lazy\" with the key \"study\".")
	case name == "lazy" && accesses:
		return lazy, nil
	}
	return 0, protocol.Refuse("This codec has no mode \"%s\".", name)
}
