"""Way one: from what somebody sent to documents that can be searched and cited.

Read `pipeline` (the whole run), then the nodes in their order: `reading` (from a source to
chunks), `steps` (from chunks to a report), `review` (what is looked at then). `batch` holds the
values that travel, and where the bytes lie that do not. What nodes lean on: `archives`, `pages`,
`plan`, `screening`, `versions`. Around a run: `progress`, `retry`, and `cancel`, a small pipeline
of its own.
"""
