package protocol

import "syscall"

// redirect lets one descriptor be another; not every architecture has dup2.
func redirect(from, to int) error { return syscall.Dup3(from, to, 0) }
