// Package texts gives the keys of maps as texts, for formats that have no others.
package texts

import (
	"fmt"
	"strconv"
)

// Key is what a plain type has as the key of a map, other than a string.
type Key interface {
	bool | int32 | int64 | uint32 | uint64
}

// Keys makes the keys of a map texts: the digits of a number, "true" or "false".
func Keys[K Key, V any](from map[K]V) map[string]V {
	to := make(map[string]V, len(from))
	for key, value := range from {
		to[text(key)] = value
	}
	return to
}

// OfKeys is the inverse of Keys. It refuses a text that no key is written as.
func OfKeys[K Key, V any](from map[string]V) (map[K]V, error) {
	to := make(map[K]V, len(from))
	for written, value := range from {
		var key K
		if err := read(written, &key); err != nil {
			return nil, fmt.Errorf("the key %q of a map: %w", written, err)
		}
		to[key] = value
	}
	return to, nil
}

func text[K Key](key K) string {
	switch key := any(key).(type) {
	case bool:
		return strconv.FormatBool(key)
	case int32:
		return strconv.FormatInt(int64(key), 10)
	case int64:
		return strconv.FormatInt(key, 10)
	case uint32:
		return strconv.FormatUint(uint64(key), 10)
	case uint64:
		return strconv.FormatUint(key, 10)
	}
	panic("a key of a type that Key does not list")
}

func read(from string, key any) error {
	switch key := key.(type) {
	case *bool:
		return readBool(from, key)
	case *int32:
		number, err := strconv.ParseInt(from, 10, 32)
		*key = int32(number)
		return err
	case *int64:
		number, err := strconv.ParseInt(from, 10, 64)
		*key = number
		return err
	case *uint32:
		number, err := strconv.ParseUint(from, 10, 32)
		*key = uint32(number)
		return err
	case *uint64:
		number, err := strconv.ParseUint(from, 10, 64)
		*key = number
		return err
	}
	panic("a key of a type that Key does not list")
}

// readBool takes only what text writes; strconv takes "1" and "T" as well.
func readBool(from string, key *bool) error {
	*key = from == "true"
	if from != "true" && from != "false" {
		return strconv.ErrSyntax
	}
	return nil
}
