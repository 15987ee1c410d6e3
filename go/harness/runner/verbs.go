package runner

import (
	"serbench/harness/experiments"
	"serbench/harness/experiments/evolution"
	"serbench/harness/experiments/memory"
	"serbench/harness/experiments/relay"
	"serbench/harness/experiments/sort"
	"serbench/harness/experiments/store"
	"serbench/harness/experiments/torture"
)

// verbs are those of the experiments, in order.
func verbs() []experiments.Verb {
	var all []experiments.Verb
	for _, of := range [...]func() []experiments.Verb{
		memory.Verbs, store.Verbs, sort.Verbs, relay.Verbs, evolution.Verbs, torture.Verbs,
	} {
		all = append(all, of()...)
	}
	return all
}
