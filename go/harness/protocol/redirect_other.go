//go:build !linux

package protocol

import "syscall"

// redirect lets one descriptor be another.
func redirect(from, to int) error { return syscall.Dup2(from, to) }
