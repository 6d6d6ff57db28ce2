"""From passages to an answer with citations.

With a language model: `prompt`, then `citation_marks` and `links` take out what nothing supports.
Without one: `asked` names the kind of thing a question asks for, `sentence_scores` weighs the
sentences, `extract_answer` takes of those that `quotable` lets stand alone, and `clauses` the part
of one that was asked for. Both end in `cite`.
"""
