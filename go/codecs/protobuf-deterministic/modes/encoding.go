// Package modes has the mode in which messages are written.
package modes

import "google.golang.org/protobuf/proto"

// Encoding writes maps in the order of their keys.
var Encoding = proto.MarshalOptions{Deterministic: true}
