"""Way two: from a question to a reply with citations that can be checked.

Read `pipeline` (the whole run), `steps` (one method a node), then what they call: `understanding`
(what a message may mean), `searching` and `scoring` (what is found), `quoting` (what is told of
it) or `checking` (what stays of what a model wrote), `catalogue` and `describing` (of the base and
its documents). `state` is the value that travels: ids and scores, no text; `records` what stays.
"""
