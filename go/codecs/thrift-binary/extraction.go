package main

import "fmt"

// extraction keeps the first fault of a message whose bytes Thrift has taken.
type extraction struct {
	fault error
}

func (x *extraction) undeclared(number int64) {
	x.refuse("an enum declares no number %d", number)
}

func (x *extraction) several(count int) {
	x.refuse("a list that stands for one message holds %d", count)
}

func (x *extraction) refuse(format string, value any) {
	if x.fault == nil {
		x.fault = fmt.Errorf(format, value)
	}
}

// present makes bytes that are empty differ from those that are absent.
func present(bytes []byte) []byte {
	if bytes == nil {
		return []byte{}
	}
	return bytes
}
