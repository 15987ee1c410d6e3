"""Readers of schemas in other languages than protobuf's, whose types become a .proto as those of data do."""
