"""Text to embeddings: one kind of model a file."""
