"""What a message may mean after what was said before it.

`tokens` are the words of a question by kind, `topics` what it is about, `leaning` says how much of
what was said before it needs, and `listener` when it is whoever answers that is asked. `pieces` are
what a message brings; `exchange` puts one in the place of a part of the question before, by
`quoted_rows` what a table's row is called. `forms` are those that are known by words of their own:
of time, with something more, on a condition, comparing, the other one. `fragments` leave out of a
message what says nothing anew. `wordings` gives the readings that a message has so. The words by
which one leans on another are in follow_up.toml.
"""
