"""What the base learns from its own documents and from people, as values.

`conflicts`: statements of two documents that cannot both hold. `rules`: corrections and what comes
of them. `evaluations`: how well answers were, by which questions, and when that falls.
"""
