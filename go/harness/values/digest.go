package values

import "encoding/binary"

// Digest is the digest of an object (FORMAT.md, section 3); scratch is memory that is used again.
func Digest(form Form, object any, scratch *[]byte) uint64 {
	*scratch = form.Write(object, (*scratch)[:0])
	return XXH64(*scratch)
}

// DigestOfDigests is the digest of objects whose digests are given in order.
func DigestOfDigests(digests []uint64) uint64 {
	bytes := make([]byte, 0, 8*len(digests))
	for _, digest := range digests {
		bytes = binary.LittleEndian.AppendUint64(bytes, digest)
	}
	return XXH64(bytes)
}
