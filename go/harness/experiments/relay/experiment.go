// Package relay holds the experiment of that name: messages come from sources, are read as far as a mode wants, and go
// on to sinks (PROTOCOL.md, relay).
package relay

import (
	"math"
	"runtime"

	"serbench/harness/experiments"
	"serbench/harness/protocol"
	"serbench/harness/timing"
)

// Verbs are those of the experiment.
func Verbs() []experiments.Verb {
	return []experiments.Verb{{Name: "relay", Serve: serve, Describe: describe}}
}

// describe says which modes the codec has, and which of them cannot route by fields.
func describe(bench *experiments.Bench) error {
	for _, mode := range modesOf(bench) {
		line := protocol.NewLine("mode").Text("name", mode.name)
		if !mode.readsKeys {
			line = line.Number("fields", 0)
		}
		if err := bench.Replies.Send(line); err != nil {
			return err
		}
	}
	return nil
}

func serve(bench *experiments.Bench) error {
	// Its clocks are those of one thread, and so are its calls of the system.
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	made, err := relayingOf(bench)
	if err != nil {
		return err
	}
	if err := made.run(); err != nil {
		return err
	}
	return bench.Replies.Send(protocol.NewLine("memory").Number("peak_bytes", timing.PeakResidentBytes()))
}

// relayingOf makes what was asked for, with all its connections.
func relayingOf(bench *experiments.Bench) (*relaying, error) {
	terms := protocol.Terms{Request: bench.Request}
	at, name, route := terms.Path("at"), terms.Path("mode"), terms.Path("route")
	largest := terms.Number("largest_frame_bytes")
	block := terms.AtLeastOne("block", math.MaxUint16)
	sourceCount, sinkCount := terms.AtLeastOne("sources", math.MaxUint16), terms.AtLeastOne("sinks", math.MaxUint16)
	if terms.Fault != nil {
		return nil, terms.Fault
	}
	driver, err := addressOf(at)
	if err != nil {
		return nil, err
	}
	mode, err := modeNamed(modesOf(bench), name, route)
	if err != nil {
		return nil, err
	}
	fromSources, err := driver.connect(towardsSource, sourceCount)
	if err != nil {
		return nil, err
	}
	toSinks, err := driver.connect(towardsSink, sinkCount)
	if err != nil {
		return nil, err
	}
	byFields := route == "fields"
	steps, traits := mode.make(subject{bench.NewAdapter, bench.Form, int(sinkCount), byFields})
	made := &relaying{
		handling: &handling{
			steps: steps, traits: traits, sinks: newSinks(toSinks), byFields: byFields, block: make([]taken, 0, block),
		},
		barriers: make(barriers, len(fromSources)),
		largest:  largest,
	}
	for _, connection := range fromSources {
		made.sources = append(made.sources, &source{connection: connection})
	}
	made.report = newReport(bench.Replies)
	return made, nil
}
