module serbench/codec

go 1.25.0

require (
	go.mongodb.org/mongo-driver/v2 v2.10.0
	serbench/harness v0.0.0
)

replace serbench/harness => ../../harness
