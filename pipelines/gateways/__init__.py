"""The database behind one protocol: one driver a file."""
