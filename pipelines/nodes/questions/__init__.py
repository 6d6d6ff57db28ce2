"""From what somebody wrote to what is asked.

`intents` tells small talk and words about the base from questions. Of a question `politeness` takes
the courtesies, `split` tells several apart, `spelling` is about words typed amiss. `follow_up`
gives the readings it has after what was said before, `anchors` what its answer must stand for.
"""
