"""Way one: from what somebody sent to documents that can be searched and cited.

Read `pipeline` (the whole run), then the nodes in their order: `reading` (from a source to chunks)
and `steps` (from chunks to a report). `batch` holds the values that travel. What nodes lean on:
`archives`, `pages`, `plan`, `screening`, `versions`, `self_test`. Around a run: `progress`,
`retry`, and `cancel`, a small pipeline of its own.
"""
