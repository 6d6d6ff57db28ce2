"""A second, closer look at what search found: one method a file."""
