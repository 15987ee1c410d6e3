package protocol

// Library is a library of a codec with the version that go.mod pins.
type Library struct{ Name, Version string }

// About is the identity of a runner; its values are rendered for each executable.
type About struct {
	Codec     string
	Workload  string
	Schema    string
	Libraries []Library
	Compiler  string
	Flags     string
}
