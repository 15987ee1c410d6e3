// Package experiments has what a request is served with; each experiment is a folder.
package experiments

import (
	"serbench/harness/adapter"
	"serbench/harness/protocol"
	"serbench/harness/values"
)

// Bench is what one request is served with. Form handles the objects that the codec takes, Plain those of the
// workload; NewAdapter makes the codec's adapter, one a goroutine.
type Bench struct {
	About      *protocol.About
	Replies    *protocol.Replies
	Request    *protocol.Request
	Form       values.Form
	Plain      values.Form
	NewAdapter func() adapter.Codec
}

// Verb is what a runner can be asked; keys that its requests do not have are refused before Serve is called. Describe
// adds lines to the runner's description, where the verb has any.
type Verb struct {
	Name     string
	Serve    func(*Bench) error
	Describe func(*Bench) error
}
