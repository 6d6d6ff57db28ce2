"""From what somebody wrote to what is asked.

`intents` tells small talk and words about the base from questions. Of a question `politeness` takes
the courtesies, `split` tells several apart, `spelling` is about words typed amiss; `asking` holds
the words all of them are asked with. `follow_up` gives the readings it has after what was said
before, and `relative` the year that "last year" is. `anchors` are what its answer must stand for,
and `unsupported` the share of its words that nothing in a passage does. `paraphrasing` puts it in
the words of the documents; `opposites` tells which of two asks for what the other does not.
"""
