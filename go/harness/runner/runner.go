// Package runner serves one request with one codec for one workload (PROTOCOL.md).
package runner

import (
	"errors"
	"os"
	"strconv"
	"strings"

	"serbench/harness/adapter"
	"serbench/harness/experiments"
	"serbench/harness/protocol"
	"serbench/harness/timing"
	"serbench/harness/values"
)

const (
	served      = 0
	cannotSpeak = 1
	refused     = 2
	// MemoryLimit begins the word of a runner's command that sets another limit than the usual.
	memoryLimit = "memory_limit="
)

// Main serves the request in this process's arguments and returns its exit status.
func Main(about *protocol.About, plain values.Form, newAdapter func() adapter.Codec) int {
	replies, err := protocol.OpenReplies()
	if err != nil {
		return cannotSpeak
	}
	bench := &experiments.Bench{About: about, Replies: replies, Form: plain, Plain: plain, NewAdapter: newAdapter}
	if floor, replaces := newAdapter().(adapter.FloorCodec); replaces {
		bench.Form = floor.Form(plain)
	}
	last := protocol.NewLine("end")
	err = answer(bench, os.Args[1:])
	if err != nil {
		last = protocol.NewLine("error").Text("detail", sentence(err))
	}
	if replies.Send(last) != nil || err != nil {
		return refused
	}
	return served
}

func sentence(err error) string {
	var request *protocol.RequestError
	if errors.As(err, &request) {
		return request.Sentence
	}
	return err.Error()
}

func answer(bench *experiments.Bench, arguments []string) error {
	if err := greet(bench); err != nil {
		return err
	}
	arguments, err := fixRuntime(arguments)
	if err != nil {
		return err
	}
	if bench.Request, err = protocol.ParseRequest(arguments); err != nil {
		return err
	}
	describing := experiments.Verb{Name: "describe", Serve: describe}
	for _, verb := range append([]experiments.Verb{describing}, verbs()...) {
		if verb.Name == bench.Request.Verb {
			if err := bench.Request.Allow(protocol.Keys[verb.Name]); err != nil {
				return err
			}
			return verb.Serve(bench)
		}
	}
	return protocol.Refuse("There is no verb \"%s\".", bench.Request.Verb)
}

// fixRuntime takes the word of the memory limit from the arguments, where it is.
func fixRuntime(arguments []string) ([]string, error) {
	limit := uint64(timing.UsualMemoryLimit)
	if len(arguments) > 0 && strings.HasPrefix(arguments[0], memoryLimit) {
		number, err := strconv.ParseInt(strings.TrimPrefix(arguments[0], memoryLimit), 10, 64)
		if err != nil || number <= 0 {
			return nil, protocol.Refuse("The word \"%s\" has no number of bytes.", arguments[0])
		}
		limit, arguments = uint64(number), arguments[1:]
	}
	timing.FixRuntime(limit)
	return arguments, nil
}

func greet(bench *experiments.Bench) error {
	return bench.Replies.Send(protocol.NewLine("runner").Number("protocol", 1).Text("language", "go").
		Text("codec", bench.About.Codec).Text("workload", bench.About.Workload).
		Text("schema", bench.About.Schema))
}

func describe(bench *experiments.Bench) error {
	var lines []protocol.Line
	for _, library := range bench.About.Libraries {
		lines = append(lines,
			protocol.NewLine("library").Text("name", library.Name).Text("version", library.Version))
	}
	for _, name := range append([]experiments.Verb{{Name: "describe"}}, verbs()...) {
		lines = append(lines, protocol.NewLine("verb").Text("name", name.Name))
	}
	lines = append(lines,
		protocol.NewLine("unit").Text("name", "utf8"),
		protocol.NewLine("build").Text("compiler", bench.About.Compiler).Text("flags", bench.About.Flags),
		protocol.NewLine("goruntime").Text("version", timing.Version()).Text("rules", timing.Rules()))
	for _, line := range lines {
		if err := bench.Replies.Send(line); err != nil {
			return err
		}
	}
	for _, verb := range verbs() {
		if verb.Describe != nil {
			if err := verb.Describe(bench); err != nil {
				return err
			}
		}
	}
	return nil
}
