// Package store holds the experiment of that name: objects are written to a file, and read from it in order or by
// number (PROTOCOL.md, store-write and store-read).
package store

import (
	"serbench/harness/adapter"
	"serbench/harness/experiments"
	"serbench/harness/protocol"
	"serbench/harness/timing"
)

// Verbs are those of the experiment.
func Verbs() []experiments.Verb {
	return []experiments.Verb{
		{Name: "store-write", Serve: serveWrite},
		{Name: "store-read", Serve: serveRead},
	}
}

// setting is what both verbs need.
type setting struct {
	pool        *Pool
	data, index string
	objects     uint64
	threads     uint64
	direct      bool
	warmupNs    uint64
}

func settingOf(bench *experiments.Bench) (*setting, error) {
	terms := protocol.Terms{Request: bench.Request}
	asked := &setting{
		data:     terms.Path("data"),
		index:    terms.Path("index"),
		objects:  terms.Number("objects"),
		threads:  terms.Number("threads"),
		direct:   terms.Number("direct") != 0,
		warmupNs: terms.Number("warmup_ns"),
	}
	corpus := terms.Path("corpus")
	if terms.Fault != nil {
		return nil, terms.Fault
	}
	if asked.threads == 0 {
		return nil, protocol.Refuse("At least one thread is needed.")
	}
	timing.UseThreads(int(asked.threads))
	numbers, _ := bench.Request.OptionalPath("numbers")
	var err error
	asked.pool, err = LoadPool(corpus, numbers)
	return asked, err
}

func (s *setting) tellCorpus(replies *protocol.Replies) error {
	line := protocol.NewLine("corpus").Number("objects", s.pool.Objects())
	return replies.Send(line.Number("bytes", uint64(len(s.pool.bytes))).Digest("digest", s.pool.digest))
}

func serveWrite(bench *experiments.Bench) error {
	asked, err := settingOf(bench)
	if err != nil {
		return err
	}
	path, _ := bench.Request.OptionalPath("order")
	order, err := OpenNumberList(path)
	if err != nil {
		return err
	}
	// The writer empties the files, which a wrong list must not do.
	if err := order.RequireOrder(asked.objects); err != nil {
		return err
	}
	identity := Identity{bench.About.Codec, bench.About.Workload, asked.pool.digest, asked.objects}
	writer, err := CreateStore(asked.data, asked.index, identity, asked.direct)
	if err != nil {
		return err
	}
	if err := asked.tellCorpus(bench.Replies); err != nil {
		return err
	}
	_, raw := bench.NewAdapter().(adapter.FloorCodec)
	writing := &writingAsked{asked.pool, bench.Form, writer, order, raw}
	fault := write(bench, asked, writing)
	return TellEnd(bench.Replies, "write", fault)
}

func write(bench *experiments.Bench, asked *setting, writing *writingAsked) error {
	work := newWork(asked)
	for range asked.threads {
		one := newWriting(writing, bench.NewAdapter())
		work.add(&one.share, one.warmUp, one.run)
	}
	if err := work.run(); err != nil {
		return err
	}
	dataBytes, err := writing.writer.Finish()
	if err != nil {
		return err
	}
	if err := Timed(work.shares[0].phases, fsyncPhase, writing.writer.Sync); err != nil {
		return err
	}
	all, err := work.tell(bench.Replies, "write")
	if err != nil {
		return err
	}
	line := protocol.NewLine("stored").Number("objects", asked.objects)
	return bench.Replies.Send(line.Number("bytes", all.bytes).Number("data_bytes", dataBytes))
}

func serveRead(bench *experiments.Bench) error {
	asked, err := settingOf(bench)
	if err != nil {
		return err
	}
	name, err := bench.Request.Path("level")
	if err != nil {
		return err
	}
	level, err := levelOf(name, bench.NewAdapter())
	if err != nil {
		return err
	}
	keeps, err := bench.Request.Number("keep_objects")
	if err != nil {
		return err
	}
	reader, err := OpenStore(asked.data, asked.index, asked.direct)
	if err != nil {
		return err
	}
	if err := asked.requireOwn(reader.Identity, bench.About); err != nil {
		return err
	}
	if err := asked.tellCorpus(bench.Replies); err != nil {
		return err
	}
	path, listed := bench.Request.OptionalPath("ids")
	list, err := OpenNumberList(path)
	if err != nil {
		return err
	}
	most := uint64(ObjectsABlock)
	if listed {
		most = objectsARandomBlock
	}
	block := asked.pool.blockObjects(most)
	reading := &readingAsked{asked.pool, bench.Form, reader, level, block, keeps != 0, list}
	fault := read(bench, asked, reading, name)
	return TellEnd(bench.Replies, name, fault)
}

func read(bench *experiments.Bench, asked *setting, reading *readingAsked, name string) error {
	work := newWork(asked)
	var frees []func()
	for range asked.threads {
		one := newReading(reading, bench.NewAdapter())
		work.add(&one.share, one.warmUp, one.run)
		frees = append(frees, one.free)
	}
	held, err := work.runHolding(reading.keeps)
	if err != nil {
		return err
	}
	if reading.keeps {
		for _, free := range frees {
			free()
		}
	}
	all, err := work.tell(bench.Replies, name)
	if err != nil {
		return err
	}
	if reading.keeps {
		if err := bench.Replies.Send(protocol.NewLine("held").Number("bytes", held)); err != nil {
			return err
		}
	}
	line := protocol.NewLine("fetched").Number("objects", asked.objects).Number("bytes", all.bytes)
	return bench.Replies.Send(line.Digest("digest", all.digest).Number("touch", all.touch))
}

func (s *setting) requireOwn(identity Identity, about *protocol.About) error {
	if identity.Workload == about.Workload && identity.CorpusDigest == s.pool.digest {
		return nil
	}
	sentence := "The store in %s holds other objects: %s with the corpus %016x."
	return protocol.Refuse(sentence, s.data, identity.Workload, identity.CorpusDigest)
}
