package memory

import (
	"reflect"

	"serbench/harness/adapter"
	"serbench/harness/experiments"
	"serbench/harness/protocol"
	"serbench/harness/values"
)

// finding is what became of one object; value holds the canonical bytes of the last value that came back.
type finding struct {
	operation string
	failure   *adapter.Failure
	value     []byte
	came      bool
	digest    uint64
	size      int
}

// proving has one adapter for all objects, one place for the objects and one for their messages. They lie there one
// after the other, so a codec that remembers results by the address of what it was given returns those of another
// object.
type proving struct {
	bench   *experiments.Bench
	entries []entry
	codec   adapter.Codec
	corpus  *values.Corpus
	object  any
	message []byte
}

// check proves each object separately, with every operation that applies.
func check(bench *experiments.Bench) error {
	corpus, err := corpusOf(bench)
	if err != nil {
		return err
	}
	given, err := messagesOf(bench.Request, len(corpus.Objects))
	if err != nil {
		return err
	}
	if given != nil {
		defer given.Close()
	}
	out, err := valuesTo(bench.Request, len(corpus.Objects))
	if err != nil {
		return err
	}
	work := &proving{bench: bench, entries: entriesOf(bench.NewAdapter()), codec: bench.NewAdapter(), corpus: corpus}
	for index := range corpus.Objects {
		found, err := work.find(index, given)
		if err != nil {
			return err
		}
		if found.failure != nil {
			// A codec that failed may be in any state; the next object deserves a sound one.
			work.codec = bench.NewAdapter()
		}
		if err := bench.Replies.Send(found.line(index)); err != nil {
			return err
		}
		if out != nil {
			if err := out.Add(found.value, found.came); err != nil {
				return err
			}
		}
	}
	if out == nil {
		return nil
	}
	return out.Finish()
}

func corpusOf(bench *experiments.Bench) (*values.Corpus, error) {
	path, err := bench.Request.Path("corpus")
	if err != nil {
		return nil, err
	}
	return values.LoadCorpus(path, bench.Form)
}

func messagesOf(request *protocol.Request, objects int) (*protocol.ContainerReader, error) {
	path, given := request.OptionalPath("encoded")
	if !given {
		return nil, nil
	}
	return openMessages(path, objects)
}

func valuesTo(request *protocol.Request, objects int) (*protocol.ContainerWriter, error) {
	path, wanted := request.OptionalPath("values")
	if !wanted {
		return nil, nil
	}
	return protocol.CreateContainer(path, protocol.Corpus, objects)
}

// layOut copies an object to the one place.
func (work *proving) layOut(object any) {
	if work.object == nil {
		work.object = reflect.New(reflect.TypeOf(object).Elem()).Interface()
	}
	reflect.ValueOf(work.object).Elem().Set(reflect.ValueOf(object).Elem())
}

// find proves one object; an error is one of the files.
func (work *proving) find(index int, given *protocol.ContainerReader) (*finding, error) {
	found := &finding{}
	work.layOut(work.corpus.Objects[index])
	var message []byte
	if given != nil {
		entry, present, err := given.Next()
		if err != nil {
			return nil, err
		}
		if !present {
			found.fail("decode", errNoMessage)
			return found, nil
		}
		message = entry
	} else {
		err := adapter.Guarded(func() (err error) {
			message, err = work.codec.Encode(work.object)
			return err
		})
		if found.fail("encode", err) {
			return found, nil
		}
	}
	work.message = append(work.message[:0], message...)
	found.size = len(message)
	if !work.operations(index, given != nil, found) {
		work.itself(index, found)
	}
	return found, nil
}

// operations have adapters of their own, fresh for each object. The result is whether one failed.
func (work *proving) operations(index int, fromFile bool, found *finding) bool {
	on := subject{[]any{work.object}, [][]byte{work.message}, 0}
	for _, one := range work.entries {
		if fromFile && !one.fromBytes {
			continue
		}
		err := adapter.Guarded(func() error {
			ready, err := one.make(work.bench.NewAdapter, on)
			if err != nil {
				return err
			}
			shown, err := ready.prove(0)
			if err != nil {
				return err
			}
			return work.judge(index, shown, found)
		})
		if found.fail(one.name, err) {
			return true
		}
	}
	return false
}

// itself proves what starts from bytes, with the adapter that has seen all objects before this one.
func (work *proving) itself(index int, found *finding) {
	err := adapter.Guarded(func() error {
		value, err := work.codec.Decode(work.message)
		if err != nil {
			return err
		}
		return work.judge(index, proof{value: value}, found)
	})
	if found.fail("decode", err) {
		return
	}
	for plan := values.One; adapter.HasAccess(work.codec) && plan <= values.All; plan++ {
		err := adapter.Guarded(func() error {
			touch, err := adapter.AccessOf(work.codec).Access(work.message, plan)
			if err != nil {
				return err
			}
			return work.judge(index, proof{touch: touch, plan: plan}, found)
		})
		if found.fail("access-"+plan.String(), err) {
			return
		}
	}
}

func (work *proving) judge(index int, shown proof, found *finding) error {
	form := work.bench.Form
	if shown.value == nil {
		return adapter.JudgeTouch(form, shown.touch, shown.plan, work.object)
	}
	found.value, found.came = form.Write(shown.value, nil), true
	found.digest = values.XXH64(found.value)
	return adapter.JudgeDigest(found.digest, work.corpus.Digests[index])
}

func (found *finding) fail(operation string, err error) bool {
	if err == nil {
		return false
	}
	found.operation, found.failure = operation, adapter.FailureOf(err)
	return true
}

func (found *finding) line(index int) protocol.Line {
	line := protocol.NewLine("object").Index("index", index)
	switch {
	case found.failure == nil:
		return line.Text("outcome", "ok").Digest("digest", found.digest).Index("bytes", found.size)
	case found.failure.Outcome == "wrong":
		return line.Text("outcome", "wrong").Text("operation", found.operation).
			Digest("digest", found.digest).Text("detail", found.failure.Detail)
	default:
		return line.Text("outcome", "error").Text("operation", found.operation).
			Text("detail", found.failure.Detail)
	}
}

// emit encodes each object once into a file of messages.
func emit(bench *experiments.Bench) error {
	corpus, err := corpusOf(bench)
	if err != nil {
		return err
	}
	path, err := bench.Request.Path("out")
	if err != nil {
		return err
	}
	file, err := protocol.CreateContainer(path, protocol.Messages, len(corpus.Objects))
	if err != nil {
		return err
	}
	codec, size := bench.NewAdapter(), uint64(0)
	for index, object := range corpus.Objects {
		var message []byte
		fault := adapter.Guarded(func() (err error) {
			message, err = codec.Encode(object)
			return err
		})
		if fault != nil {
			codec, message = bench.NewAdapter(), nil
			line := protocol.NewLine("failed").Index("index", index).Text("detail", fault.Error())
			if err := bench.Replies.Send(line); err != nil {
				return err
			}
		}
		size += uint64(len(message))
		if err := file.Add(message, fault == nil); err != nil {
			return err
		}
	}
	if err := file.Finish(); err != nil {
		return err
	}
	return bench.Replies.Send(
		protocol.NewLine("emitted").Index("objects", len(corpus.Objects)).Number("bytes", size))
}
