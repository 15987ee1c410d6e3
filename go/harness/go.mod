module serbench/harness

go 1.24
