"""The two cuts of a document, and how its chunks become 768 numbers.

Read `passages` (what is read and cited) and `chunk` (what is embedded), then `embedding_layout`
(how a model's numbers are read in windows, pooled, laid out and made small).
`self_test_questions` asks for what was just cut. Why: docs/decisions/two-cuts.md.
"""
