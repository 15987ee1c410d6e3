"""The choice of a serializer: constraints first, then costs, a short list and what decides between its options."""
