"""Text to embeddings, with any sentence-transformers model.

Read `sentence_transformer` (the adapter), `document` (a whole document, chunk by chunk, and
many short texts at once), then `encoder`, the model itself, with the `speedups` that change none of
its numbers. `tokens` and `calibration` are what a base must know of a model. `packed/` is the model
that comes with the installation, `close/` what it was taught besides: to read two texts together.
"""
