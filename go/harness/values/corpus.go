package values

import (
	"fmt"

	"serbench/harness/protocol"
)

// Corpus is a corpus as a runner holds it: plain objects and what is expected of them. There is a digest for each
// object; Bytes counts all objects without the framing.
type Corpus struct {
	Objects []any
	Digests []uint64
	Bytes   uint64
}

// LoadCorpus reads a corpus strictly and computes the digests from the plain objects.
func LoadCorpus(path string, form Form) (*Corpus, error) {
	file, err := protocol.OpenContainer(path, protocol.Corpus)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	corpus := &Corpus{}
	var scratch []byte
	for index := range file.Count() {
		bytes, present, err := file.Next()
		if err != nil {
			return nil, err
		}
		if !present {
			return nil, file.Refuse(fmt.Sprintf("lacks the object %d", index))
		}
		object, err := form.Read(bytes)
		if err != nil {
			return nil, file.Refuse(fmt.Sprintf("is not of this runner's schema: object %d: %v", index, err))
		}
		corpus.Bytes += uint64(len(bytes))
		corpus.Digests = append(corpus.Digests, Digest(form, object, &scratch))
		corpus.Objects = append(corpus.Objects, object)
	}
	return corpus, file.Finish()
}

// LoadCorpusToMeasure loads a corpus with objects.
func LoadCorpusToMeasure(path string, form Form) (*Corpus, error) {
	corpus, err := LoadCorpus(path, form)
	if err == nil && len(corpus.Objects) == 0 {
		return nil, protocol.Refuse("The corpus holds no objects, so there is nothing to measure.")
	}
	return corpus, err
}

// Digest is that of the corpus.
func (corpus *Corpus) Digest() uint64 { return DigestOfDigests(corpus.Digests) }
