// Package modes has the mode in which messages are written.
package modes

import "google.golang.org/protobuf/proto"

// Encoding is the default.
var Encoding = proto.MarshalOptions{}
