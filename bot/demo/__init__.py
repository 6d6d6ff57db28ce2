"""A small base, a conversation over it, and the citations that are expected."""
