package memory

import (
	"serbench/harness/experiments"
	"serbench/harness/protocol"
)

// Verbs are those of the experiment.
func Verbs() []experiments.Verb {
	return []experiments.Verb{
		{Name: "check", Serve: check, Describe: describe},
		{Name: "emit", Serve: emit},
		{Name: "measure", Serve: measure},
		{Name: "calibrate", Serve: calibrate},
	}
}

// describe says which operations the codec has.
func describe(bench *experiments.Bench) error {
	for _, one := range entriesOf(bench.NewAdapter()) {
		line := protocol.NewLine("operation").Text("name", one.name).Text("side", one.side)
		if !one.reads {
			line = line.Number("reads", 0)
		}
		if err := bench.Replies.Send(line); err != nil {
			return err
		}
	}
	return nil
}
