"""What a message is about, before anything is searched.

`recognise` says it, as an `intent`: it asks `smalltalk` (courtesies, and what is said beside them)
and `catalogue` (the base as a whole, one document, what no document can know); what neither knows
is a question. Both look in the `vocabulary` of each language, which is made of `phrases`, as the
.toml files here give them, and of the words of time of `periods`.
"""
