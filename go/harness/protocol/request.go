// Package protocol is the runner's side of PROTOCOL.md: requests, replies, and the files that they name.
package protocol

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// RequestError is the sentence of an error line: the request cannot be served at all.
type RequestError struct{ Sentence string }

func (fault *RequestError) Error() string { return fault.Sentence }

// Refuse makes a RequestError.
func Refuse(format string, words ...any) error {
	return &RequestError{fmt.Sprintf(format, words...)}
}

// RefuseFile refuses a file that is not there, cannot be written, or is not what it should be.
func RefuseFile(path, why string) error {
	return Refuse("The file %s %s.", path, why)
}

// Request is VERB key=value key=value …
type Request struct {
	Verb  string
	pairs map[string]string
}

// ParseRequest reads the arguments behind the program's name.
func ParseRequest(arguments []string) (*Request, error) {
	if len(arguments) == 0 {
		return nil, Refuse("The request names no verb.")
	}
	request := &Request{Verb: arguments[0], pairs: map[string]string{}}
	for _, argument := range arguments[1:] {
		key, value, found := strings.Cut(argument, "=")
		if !found {
			return nil, Refuse("The argument \"%s\" is not of the form key=value.", argument)
		}
		if _, twice := request.pairs[key]; twice {
			return nil, Refuse("The key \"%s\" appears twice.", key)
		}
		request.pairs[key] = value
	}
	return request, nil
}

// Allow refuses every key that is not named here.
func (request *Request) Allow(keys []string) error {
	for key := range request.pairs {
		if !slices.Contains(keys, key) {
			return Refuse("The verb %s has no key \"%s\".", request.Verb, key)
		}
	}
	return nil
}

// Path is the value of a key.
func (request *Request) Path(key string) (string, error) {
	value, found := request.pairs[key]
	if !found {
		return "", Refuse("The verb %s lacks the key \"%s\".", request.Verb, key)
	}
	return value, nil
}

// OptionalPath is the value of a key, if the request has it.
func (request *Request) OptionalPath(key string) (string, bool) {
	value, found := request.pairs[key]
	return value, found
}

// Number is the decimal number below 2⁶³ that a key holds.
func (request *Request) Number(key string) (uint64, error) {
	text, err := request.Path(key)
	if err != nil {
		return 0, err
	}
	number, fault := strconv.ParseInt(text, 10, 64)
	if fault != nil || strings.Trim(text, "0123456789") != "" {
		return 0, Refuse("The value of %s is \"%s\" where a number belongs.", key, text)
	}
	return uint64(number), nil
}

// OptionalNumber is the same, if the request has the key.
func (request *Request) OptionalNumber(key string) (uint64, bool, error) {
	if _, found := request.pairs[key]; !found {
		return 0, false, nil
	}
	number, err := request.Number(key)
	return number, true, err
}

// List has the words of a value, which commas separate.
func (request *Request) List(key string) ([]string, error) {
	text, err := request.Path(key)
	if err != nil {
		return nil, err
	}
	return strings.Split(text, ","), nil
}
