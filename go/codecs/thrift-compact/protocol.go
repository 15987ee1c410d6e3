package main

import "github.com/apache/thrift/lib/go/thrift"

// newProtocol makes the protocol of this codec: numbers no longer than they need be.
func newProtocol(over thrift.TTransport, limits *thrift.TConfiguration) thrift.TProtocol {
	return thrift.NewTCompactProtocolConf(over, limits)
}
