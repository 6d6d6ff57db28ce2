"""Way two: from a question to a reply with citations that can be checked.

Read `pipeline` (the whole run), `steps` (one method a node), then `scoring` (how the passages of a
question are read and scored). `state` is the value that travels: ids and scores, no text. `records`
reads back what a run has on record.
"""
