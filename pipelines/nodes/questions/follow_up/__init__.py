"""What a message may mean after what was said before it.

`tokens` are the words of a question by kind, `topics` what it is about, `leaning` says how much of
what was said before it needs. `times` are those that it takes up, `exchange` puts a part of
one question in the place of a part of another, and `wordings` gives the readings that a message has
so. The words by which one leans on another are in follow_up.toml.
"""
