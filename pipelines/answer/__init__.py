"""Way two: from a question to a reply with citations that can be checked.

Read `pipeline` (the whole run), `steps` (one method a node), then what they call: `understanding`
(what a message may mean), `searching` and `scoring` (what is found), `quoting` (what is told of
it) or `writing` (what a language model makes of it), `base` (what is said of the base and its
documents), `following` (what stays, and what is offered next). `excerpts` is the short way, for
lists; `teaching` makes rules of corrections, and tries them. `state` is the value that travels: ids
and scores, no text.
"""
