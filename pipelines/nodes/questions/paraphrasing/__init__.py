"""A question in the words of the documents that may answer it.

Read `related` (which words may stand for which), then `paraphrase`.
"""
