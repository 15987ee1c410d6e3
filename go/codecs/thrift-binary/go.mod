module serbench/codec

go 1.26

require (
	github.com/apache/thrift v0.25.0
	serbench/harness v0.0.0
)

replace serbench/harness => ../../harness
