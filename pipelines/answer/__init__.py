"""Way two: from a question to a reply with citations that can be checked.

Read `pipeline` (the whole run), `steps` (one method a node), then what they call: `understanding`
(what a message may mean), `searching` and `scoring` (what is found), `composing` with `cells` and
`prose` (what is told of it), `catalogue` and `describing` (of the base and its documents). `state`
is the value that travels: ids and scores, no text; `records` is what stays of an answer.
"""
