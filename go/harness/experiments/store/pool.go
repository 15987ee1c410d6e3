package store

import (
	"encoding/binary"
	"fmt"

	"serbench/harness/protocol"
	"serbench/harness/values"
)

const placeBytes = 4

// Pool is a corpus in its bytes, from which any number of objects is made. Object i is that of i modulo the corpus's
// number; where the corpus comes with the places of the objects' numbers (FORMAT.md, section 6), the low 32 bits
// there are i, so that no two objects are equal. Threads may share it.
type Pool struct {
	bytes  []byte
	begins []uint64
	places []uint32
	digest uint64
}

// LoadPool reads a corpus; without numbers, the file of places, objects repeat.
func LoadPool(corpus, numbers string) (*Pool, error) {
	file, err := protocol.OpenContainer(corpus, protocol.Corpus)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	pool := &Pool{begins: []uint64{0}}
	var digests []uint64
	for index := range file.Count() {
		bytes, there, err := file.Next()
		if err != nil {
			return nil, err
		}
		if !there {
			return nil, file.Refuse(fmt.Sprintf("lacks the object %d", index))
		}
		digests = append(digests, values.XXH64(bytes))
		pool.bytes = append(pool.bytes, bytes...)
		pool.begins = append(pool.begins, uint64(len(pool.bytes)))
	}
	if err := file.Finish(); err != nil {
		return nil, err
	}
	if len(digests) == 0 {
		return nil, protocol.Refuse("The corpus holds no objects, so there is nothing to store.")
	}
	pool.digest = values.DigestOfDigests(digests)
	if numbers == "" {
		return pool, nil
	}
	return pool, pool.loadPlaces(numbers)
}

func (p *Pool) loadPlaces(path string) error {
	file, err := protocol.OpenContainer(path, protocol.Numbers)
	if err != nil {
		return err
	}
	defer file.Close()
	foreign := func() error { return file.Refuse("does not belong to the corpus") }
	if file.Count() != p.Objects() {
		return foreign()
	}
	for index := range p.Objects() {
		entry, _, err := file.Next()
		if err != nil {
			return err
		}
		if len(entry) != placeBytes {
			return foreign()
		}
		place := binary.LittleEndian.Uint32(entry)
		if uint64(place)+placeBytes > p.begins[index+1]-p.begins[index] {
			return foreign()
		}
		p.places = append(p.places, place)
	}
	return file.Finish()
}

// Objects is how many the corpus has.
func (p *Pool) Objects() uint64 {
	return uint64(len(p.begins) - 1)
}

// BytesOf appends the bytes of an object, as FORMAT.md, section 1, has them.
func (p *Pool) BytesOf(object uint64, out []byte) []byte {
	index := object % p.Objects()
	begin := len(out)
	out = append(out, p.bytes[p.begins[index]:p.begins[index+1]]...)
	if p.places != nil {
		binary.LittleEndian.PutUint32(out[begin+int(p.places[index]):], uint32(object))
	}
	return out
}

// Make gives a fresh object, as an application holds those that it is about to write. Scratch is memory to be used
// again.
func (p *Pool) Make(form values.Form, object uint64, scratch *[]byte) (any, error) {
	*scratch = p.BytesOf(object, (*scratch)[:0])
	made, err := form.Read(*scratch)
	if err != nil {
		return nil, protocol.Refuse("The corpus is not of this runner's schema: %v", err)
	}
	return made, nil
}
