module serbench/codec

go 1.24

require serbench/harness v0.0.0

replace serbench/harness => ../../harness
