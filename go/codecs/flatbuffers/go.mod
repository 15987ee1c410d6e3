module serbench/codec

go 1.24

require (
	github.com/google/flatbuffers v25.12.19+incompatible
	serbench/harness v0.0.0
)

replace serbench/harness => ../../harness
