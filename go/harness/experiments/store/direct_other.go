//go:build !linux

package store

const directFlag = 0
