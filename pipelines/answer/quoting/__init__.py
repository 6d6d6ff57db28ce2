"""Answers without a language model: cells and sentences, as they stand.

Read `found` (what is at hand for one question, and what is told of it), `composing` (what comes
first), then `tables` (their cells) and `prose` (of sentences; `weighing`: how surely they answer,
and whether of the thing that is asked about; `run_in`: what stands behind the name of a paragraph).
What goes on from an answer, `said_before` holds against what was quoted then. What has no answer is
put once more: `asking_again`.
"""
