"""From a source to bytes: one kind of source a file."""
