"""Tables, sentences and pictures of the sizes of messages."""
