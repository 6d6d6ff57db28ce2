"""Matching: a question beside a table, word by word.

`reading` compares every word with every header and value, first by its `letters`; from it `match`
takes the rows that are named and `asked_columns` the column that is asked for, `columns` what part
each column has in its table, and `absent` what is named, and not there; `others` leaves out the
rows that share a word with the question and are of another thing, and `sorts` those of another sort
of it. Before these, `calendar` knows days by whatever name, `particles` and `ranges` leave out of a
reading what only looks alike, and `denied` what a question says it is without, or not.
"""
