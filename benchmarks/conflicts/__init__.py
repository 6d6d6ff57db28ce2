"""Whether statements of two documents that contradict each other are found, and no others.

Read `planting` first: pairs of documents, made of `statements.toml`. `run` looks for conflicts in
each pair and counts.
"""
