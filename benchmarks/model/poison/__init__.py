"""Hostile documents, a model that does what they say, and what became of it.

`documents` are of several kinds, in two languages; `obedience` is the model; `judging` looks at
everything that was shown for what can be tapped and comes from no source of the asker.
"""
