module serbench/codec

go 1.24

require (
	github.com/linkedin/goavro/v2 v2.15.0
	serbench/harness v0.0.0
)

require github.com/golang/snappy v0.0.4 // indirect

replace serbench/harness => ../../harness
