"""Checking: whether what a language model wrote stands in the passages that it cites.

Read `checked_answer` (sentence by sentence: kept, given its mark, or left out), then `support` (how
much speaks against a sentence), then `contradictions` (what letters tell; word lists beside it),
`alterations` (one thing that is another in the source) and `alignment` (what its statement has
not, and another one has; `items`: what these consist of).
"""
