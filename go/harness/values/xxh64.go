package values

import (
	"encoding/binary"
	"math/bits"
)

const (
	prime1 uint64 = 0x9E3779B185EBCA87
	prime2 uint64 = 0xC2B2AE3D27D4EB4F
	prime3 uint64 = 0x165667B19E3779F9
	prime4 uint64 = 0x85EBCA77C2B2AE63
	prime5 uint64 = 0x27D4EB2F165667C5
)

// XXH64 is the digest of FORMAT.md, section 3, with seed 0, written from its specification.
func XXH64(bytes []byte) uint64 {
	hash := prime5
	rest := bytes
	if len(bytes) >= 32 {
		hash, rest = ofStripes(bytes)
	}
	return avalanche(ofRest(hash+uint64(len(bytes)), rest))
}

// ofStripes hashes blocks of 32 bytes and returns what is left.
func ofStripes(bytes []byte) (uint64, []byte) {
	first := prime1 // Constants must not overflow, variables may.
	lanes := [4]uint64{first + prime2, prime2, 0, -first}
	for ; len(bytes) >= 32; bytes = bytes[32:] {
		lanes[0] = round(lanes[0], binary.LittleEndian.Uint64(bytes))
		lanes[1] = round(lanes[1], binary.LittleEndian.Uint64(bytes[8:]))
		lanes[2] = round(lanes[2], binary.LittleEndian.Uint64(bytes[16:]))
		lanes[3] = round(lanes[3], binary.LittleEndian.Uint64(bytes[24:]))
	}
	hash := uint64(0)
	for at, turn := range [4]int{1, 7, 12, 18} {
		hash += bits.RotateLeft64(lanes[at], turn)
	}
	for _, lane := range lanes {
		hash = (hash^round(0, lane))*prime1 + prime4
	}
	return hash, bytes
}

func ofRest(hash uint64, bytes []byte) uint64 {
	for ; len(bytes) >= 8; bytes = bytes[8:] {
		hash ^= round(0, binary.LittleEndian.Uint64(bytes))
		hash = bits.RotateLeft64(hash, 27)*prime1 + prime4
	}
	if len(bytes) >= 4 {
		hash ^= uint64(binary.LittleEndian.Uint32(bytes)) * prime1
		hash = bits.RotateLeft64(hash, 23)*prime2 + prime3
		bytes = bytes[4:]
	}
	for _, unit := range bytes {
		hash = bits.RotateLeft64(hash^uint64(unit)*prime5, 11) * prime1
	}
	return hash
}

func round(lane, word uint64) uint64 {
	return bits.RotateLeft64(lane+word*prime2, 31) * prime1
}

func avalanche(hash uint64) uint64 {
	hash = (hash ^ hash>>33) * prime2
	hash = (hash ^ hash>>29) * prime3
	return hash ^ hash>>32
}
