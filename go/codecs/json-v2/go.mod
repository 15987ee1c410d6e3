module serbench/codec

go 1.26

require (
	github.com/go-json-experiment/json v1.27.2
	serbench/harness v0.0.0
)

replace serbench/harness => ../../harness
