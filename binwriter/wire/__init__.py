"""The client/server protocol without input and output: bytes to commands, answers to bytes."""
