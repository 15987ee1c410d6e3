"""The choice of a serializer: constraints, then costs, a short list and what decides between its options."""
