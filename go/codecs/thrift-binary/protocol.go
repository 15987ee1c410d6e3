package main

import "github.com/apache/thrift/lib/go/thrift"

// newProtocol makes the protocol of this codec; a variant has another.
func newProtocol(over thrift.TTransport, limits *thrift.TConfiguration) thrift.TProtocol {
	return thrift.NewTBinaryProtocolConf(over, limits)
}
