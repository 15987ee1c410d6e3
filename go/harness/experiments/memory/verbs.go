package memory

import (
	"serbench/harness/experiments"
	"serbench/harness/protocol"
)

// Verbs are those of the experiment.
func Verbs() []experiments.Verb {
	return []experiments.Verb{
		{Name: "check", Keys: []string{"corpus", "encoded", "values"}, Serve: check, Describe: describe},
		{Name: "emit", Keys: []string{"corpus", "out"}, Serve: emit},
		{
			Name: "measure",
			Keys: []string{
				"corpus", "operations", "sample_ns", "samples", "warmup_ns", "budget_ns", "keep", "encoded",
			},
			Serve: measure,
		},
		{Name: "calibrate", Keys: []string{"corpus", "sample_ns", "samples"}, Serve: calibrate},
	}
}

// describe says which operations the codec has.
func describe(bench *experiments.Bench) error {
	for _, one := range entriesOf(bench.NewPage()) {
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
