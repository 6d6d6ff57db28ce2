"""The two cuts of a document, and how its chunks become 768 numbers.

Read `passages` (what is read and cited), `pack` and `chunk` (what is embedded), then `windows`,
`pool` and `embedding_layout` (how a model's numbers are read and laid out) and `quantize`.
`self_test_questions` asks for what was just cut. Why: docs/decisions/two-cuts.md.
"""
