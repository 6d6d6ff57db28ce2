"""Language models: one protocol a file."""
