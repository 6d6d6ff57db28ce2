"""Tables: what the tables among the passages answer, where they answer at all.

`cells` asks those that are near a question, and holds what they say against what it hangs on;
`beside_cells` says where a sentence tells it better; `told_cells` writes cells as lines, with the
rest of their rows folded beneath, and `told_rows` a row that was found as a sentence.
"""
