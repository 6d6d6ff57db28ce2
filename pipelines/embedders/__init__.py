"""Text to embeddings, with any sentence-transformers model.

Read `sentence_transformer` (the adapter), `document` (a whole document, chunk by chunk, with its
`context`, and many short texts at once), then `encoder`, the model itself, with what makes it
fast: `unpadded`, `prepacked`. `tokens`, `cache_keys` and `calibration` are what a base must know
of a model. `packed/` is the model that comes with the installation.
"""
