package sort

import (
	"serbench/harness/page"
	"serbench/harness/protocol"
)

// contract is what a sort holds of its records and how it comes by their keys.
type contract int

const (
	// Objects are held; their keys are read of them.
	holdsObjects contract = iota
	// Bytes are held, with keys that access-one reads.
	keptByAccess
	// Bytes are held, with keys that are read of objects, which are released at once.
	keptByDecoding
	// Bytes are held, and every comparison reads the keys.
	lazy
	// Bytes are held, with keys from a file.
	raw
)

// contractNamed refuses one that the codec lacks. No codec reads the key of the study by access.
func contractNamed(name string, codec page.Codec, byStudy bool) (contract, error) {
	_, floor := codec.(page.FloorCodec)
	accesses := page.HasAccess(codec)
	switch {
	case name == "raw" && floor:
		return raw, nil
	case floor:
	case name == "objects":
		return holdsObjects, nil
	case name == "kept" && accesses && !byStudy:
		return keptByAccess, nil
	case name == "kept":
		return keptByDecoding, nil
	case name == "lazy" && accesses && byStudy:
		return 0, protocol.Refuse("No codec has the contract \"lazy\" with the key \"study\".")
	case name == "lazy" && accesses:
		return lazy, nil
	}
	return 0, protocol.Refuse("This codec has no contract \"%s\".", name)
}
