"""Answers without a language model: cells and sentences, as they stand.

Read `found` (what is at hand for one question, and what is told of it), `composing` (what comes
first), then `cells` (of tables) and `prose` (of sentences; `sureness`: how surely they answer,
`things`: whether of the thing that is asked about).
What has no answer is put once more: `asking_again`.
"""
