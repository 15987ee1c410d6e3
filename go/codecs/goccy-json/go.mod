module serbench/codec

go 1.24

require (
	github.com/goccy/go-json v0.12.0
	serbench/harness v0.0.0
)

replace serbench/harness => ../../harness
