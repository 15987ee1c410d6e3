module serbench/codec

go 1.24

require (
	google.golang.org/protobuf v1.36.12
	serbench/harness v0.0.0
)

replace serbench/harness => ../../harness

tool google.golang.org/protobuf/cmd/protoc-gen-go
