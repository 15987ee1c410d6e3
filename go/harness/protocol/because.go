package protocol

import (
	"errors"
	"syscall"
)

// Because tells a fault of the system in the words of the C library, which begin with a capital letter.
func Because(err error) string {
	text := err.Error()
	var number syscall.Errno
	if errors.As(err, &number) {
		text = number.Error()
	}
	if text != "" && 'a' <= text[0] && text[0] <= 'z' {
		text = string(text[0]-'a'+'A') + text[1:]
	}
	return text
}
