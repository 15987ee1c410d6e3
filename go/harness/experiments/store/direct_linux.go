package store

import "syscall"

const directFlag = syscall.O_DIRECT
