package relay

import (
	"serbench/harness/adapter"
	"serbench/harness/experiments"
	"serbench/harness/protocol"
	"serbench/harness/values"
)

// subject is what a relay works with: codecs, and the form of their objects.
type subject struct {
	newAdapter func() adapter.Codec
	form       values.Form
	sinks      int
	// Whether messages go to sinks by their fields.
	byFields bool
}

// mode is one that a codec has.
type mode struct {
	name string
	// Whether a message can go where a field of it says.
	readsKeys bool
	make      func(of subject) (steps, traits)
}

// modesOf gives the modes of a codec.
func modesOf(bench *experiments.Bench) []mode {
	codec := bench.NewAdapter()
	modes := []mode{{"forward", false, makeForward}}
	if adapter.HasAccess(codec) {
		modes = append(modes, mode{"peek", true, makePeek})
	}
	// A floor's object is its bytes already.
	if _, floor := codec.(adapter.FloorCodec); floor {
		return modes
	}
	if _, reuses := codec.(adapter.ReusingCodec); reuses {
		modes = append(modes, mode{"reuse", true, makeReuse})
	}
	modes = append(modes, mode{"fresh", true, makeFresh})
	if relayed, there := bench.Form.Relayed(); there {
		modes = append(modes, modesOfSchema(codec, relayed)...)
	}
	if _, rewrites := codec.(adapter.RewritingCodec); rewrites {
		_, touches := codec.(adapter.TouchingCodec)
		modes = append(modes, mode{"message", touches, makeMessage})
	}
	return modes
}

// modesOfSchema gives those that not every schema has.
func modesOfSchema(codec adapter.Codec, relayed values.RelayedForm) []mode {
	var modes []mode
	_, updates := codec.(adapter.UpdatingCodec)
	switch {
	case relayed.HasNumber() && updates:
		modes = append(modes, mode{"update", true, makeUpdateBytes})
	case relayed.HasNumber():
		modes = append(modes, mode{"update", true, makeUpdate})
	}
	if relayed.HasBatch() {
		modes = append(modes, mode{"split", true, makeSplit})
	}
	if relayed.IsEnvelope() {
		modes = append(modes, mode{"envelope", true, makeEnvelope})
	}
	return modes
}

// modeNamed finds a mode by its name and whether messages can go to sinks by their fields.
func modeNamed(modes []mode, name, route string) (mode, error) {
	for _, found := range modes {
		if found.name != name {
			continue
		}
		if route == "shuffle" || (route == "fields" && found.readsKeys) {
			return found, nil
		}
		return mode{}, protocol.Refuse("The mode \"%s\" of this codec has no route \"%s\".", name, route)
	}
	return mode{}, protocol.Refuse("This codec has no mode \"%s\".", name)
}

func makeForward(subject) (steps, traits) {
	return forward{}, traits{sendsFrames: true}
}

func makePeek(of subject) (steps, traits) {
	return newPeek(of.newAdapter), traits{decodes: true, sendsFrames: true}
}

func makeMessage(of subject) (steps, traits) {
	return &message{newAdapter: of.newAdapter}, traits{decodes: true}
}

func makeFresh(of subject) (steps, traits) {
	made := newObjects(of, true)
	return made, made.traits()
}

func makeReuse(of subject) (steps, traits) {
	made := newObjects(of, false)
	return made, made.traits()
}

func makeUpdate(of subject) (steps, traits) {
	made := &update{newObjects(of, false), of.relayed()}
	return made, made.traits()
}

func makeUpdateBytes(of subject) (steps, traits) {
	made := &updateBytes{update: update{newObjects(of, false), of.relayed()}}
	has := made.traits()
	has.copies = true
	return made, has
}

func makeSplit(of subject) (steps, traits) {
	made := &split{objects: newObjects(of, false), relayed: of.relayed(), sinks: of.sinks, byNumbers: of.byFields}
	has := made.traits()
	has.sendsToAll = true
	return made, has
}

func makeEnvelope(of subject) (steps, traits) {
	made := &envelope{newObjects(of, false), of.relayed()}
	has := made.traits()
	has.sendsHeld = true
	return made, has
}

func (o *objects) traits() traits {
	return traits{decodes: true, releases: !o.keeps()}
}

func (s subject) relayed() values.RelayedForm {
	relayed, _ := s.form.Relayed()
	return relayed
}
