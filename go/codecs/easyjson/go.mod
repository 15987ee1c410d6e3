module serbench/codec

go 1.24

require (
	github.com/mailru/easyjson v0.9.2
	serbench/harness v0.0.0
)

require github.com/josharian/intern v1.0.0 // indirect

replace serbench/harness => ../../harness
