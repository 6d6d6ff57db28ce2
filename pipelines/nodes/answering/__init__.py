"""From passages to an answer with citations.

`asked` names the kind of thing a question asks for, `holding` says by `shapes` among others which
sentence holds one, and `fitting/` which is of another than asked. `sentences/` weighs the sentences
and takes of those that `quotable` lets stand alone, and `clauses` the part of one that was asked
for; `minutes` knows who was at a meeting, and what was decided, `labels` whose name
a line holds. Of what a language model wrote, `citation_marks` and `links` take out what points
nowhere. Both end in `cite`.
"""
