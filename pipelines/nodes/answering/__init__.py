"""From passages to an answer with citations.

With a language model: `prompt`, then `citation_marks` and `links` take out what nothing supports.
Without one: `extract_answer`, of the sentences that `quotable` lets stand alone. Both end in
`cite`.
"""
