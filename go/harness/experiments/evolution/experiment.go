// Package evolution holds the experiment of that name: messages are read into the library's own form and written
// again, without an object between (PROTOCOL.md, rewrite).
package evolution

import (
	"serbench/harness/adapter"
	"serbench/harness/experiments"
	"serbench/harness/protocol"
)

// Verbs are those of the experiment.
func Verbs() []experiments.Verb {
	return []experiments.Verb{{Name: "rewrite", Serve: serve}}
}

func serve(bench *experiments.Bench) error {
	terms := protocol.Terms{Request: bench.Request}
	encoded, out := terms.Path("encoded"), terms.Path("out")
	if terms.Fault != nil {
		return terms.Fault
	}
	codec, rewrites := bench.NewAdapter().(adapter.RewritingCodec)
	if !rewrites {
		return protocol.Refuse("This codec has no messages that are both read and written.")
	}
	messages, err := protocol.OpenContainer(encoded, protocol.Messages)
	if err != nil {
		return err
	}
	defer messages.Close()
	file, err := protocol.CreateContainer(out, protocol.Messages, int(messages.Count()))
	if err != nil {
		return err
	}
	bytes, err := rewriteAll(bench, codec, messages, file)
	if err != nil {
		return err
	}
	if err := file.Finish(); err != nil {
		return err
	}
	line := protocol.NewLine("emitted").Number("objects", messages.Count())
	return bench.Replies.Send(line.Number("bytes", bytes))
}

// rewriteAll tells how many bytes were written. A message that cannot be read or written is missing in the file; the
// codec is then replaced, for it may be in any state.
func rewriteAll(
	bench *experiments.Bench, codec adapter.RewritingCodec, messages *protocol.ContainerReader, file *protocol.ContainerWriter,
) (uint64, error) {
	total := uint64(0)
	for index := range messages.Count() {
		message, there, err := messages.Next()
		if err != nil {
			return 0, err
		}
		written, fault := rewritten(codec, message, there)
		if fault != nil {
			line := protocol.NewLine("failed").Number("index", index)
			if err := bench.Replies.Send(line.Text("detail", adapter.FailureOf(fault).Detail)); err != nil {
				return 0, err
			}
			codec = bench.NewAdapter().(adapter.RewritingCodec)
		}
		if err := file.Add(written, fault == nil); err != nil {
			return 0, err
		}
		total += uint64(len(written))
	}
	return total, nil
}

// rewritten gives a message as the library writes it, valid until the next.
func rewritten(codec adapter.RewritingCodec, message []byte, there bool) ([]byte, error) {
	if !there {
		return nil, &adapter.Failure{Outcome: "error", Detail: "There is no message of this object."}
	}
	var written []byte
	err := adapter.Guarded(func() error {
		read, err := codec.Deserialize(message)
		if err != nil {
			return err
		}
		written, err = codec.Serialize(read)
		return err
	})
	if err != nil {
		return nil, err
	}
	return written, nil
}
