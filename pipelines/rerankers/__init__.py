"""A second, closer look at what search found: one method a file.

`maxsim` needs no model of its own: it compares the token vectors that were stored at ingest.
`cross_encoder` reads question and passage together, in the pieces that `pair_windows` cuts.
"""
