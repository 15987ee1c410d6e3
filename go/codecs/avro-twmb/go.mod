module serbench/codec

go 1.26

require (
	github.com/twmb/avro v1.9.1
	serbench/harness v0.0.0
)

replace serbench/harness => ../../harness
