package main

import (
	"cmp"
	"fmt"
	"maps"
	"slices"

	flatbuffers "github.com/google/flatbuffers/go"
)

// packer has the offsets of what lies in the builder and in no vector yet, the innermost list's last.
type packer struct {
	*flatbuffers.Builder
	offsets []flatbuffers.UOffsetT
}

// collected is the vector of the offsets from a place on.
func (p *packer) collected(from int) flatbuffers.UOffsetT {
	parts := p.offsets[from:]
	p.StartVector(flatbuffers.SizeUOffsetT, len(parts), flatbuffers.SizeUOffsetT)
	for i := len(parts) - 1; i >= 0; i-- {
		p.PrependUOffsetT(parts[i])
	}
	p.offsets = p.offsets[:from]
	return p.EndVector(len(parts))
}

// sortedKeys are a map's keys in the order in which lookup by key wants its entries.
func sortedKeys[K cmp.Ordered, V any](from map[K]V) []K {
	return slices.Sorted(maps.Keys(from))
}

// boolKeys does the same for a map with bools as its keys.
func boolKeys[V any](from map[bool]V) []bool {
	keys := make([]bool, 0, 2)
	for _, key := range []bool{false, true} {
		if _, has := from[key]; has {
			keys = append(keys, key)
		}
	}
	return keys
}

// unpacking keeps the first fault of a message.
type unpacking struct {
	fault error
}

func (x *unpacking) undeclared(number int32) {
	if x.fault == nil {
		x.fault = fmt.Errorf("an enum declares no number %d", number)
	}
}

func (x *unpacking) withoutValue() {
	if x.fault == nil {
		x.fault = fmt.Errorf("a union has a type and no value")
	}
}

// count refuses a vector of more elements than the message has bytes, for which no room is made. The library has no
// verifier.
func (x *unpacking) count(claimed int, table flatbuffers.Table) int {
	if claimed <= len(table.Bytes) {
		return claimed
	}
	if x.fault == nil {
		x.fault = fmt.Errorf("a vector claims %d elements", claimed)
	}
	return 0
}
