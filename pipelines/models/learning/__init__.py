"""What the base learns from its own documents and from people, as values.

`conflicts`: statements of two documents that cannot both hold.
"""
