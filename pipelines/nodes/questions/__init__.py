"""From what somebody wrote to what is asked.

`intents` tells small talk and words about the base from questions. Of a question `politeness` takes
the courtesies, `split` tells several apart, `spelling` is about words typed amiss. `tokens`
are its words by kind, `topics` what it is about. `follow_up` gives the readings it has after what
was said before, with `exchange`; `anchors` what its answer must stand for.
"""
