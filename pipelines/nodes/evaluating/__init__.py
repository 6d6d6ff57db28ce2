"""The triad: how good an answer is, measured without a judge.

Read `triad.py` first: context relevance, groundedness, answer relevance. `statement.py` holds a
sentence against its evidence, word by word, with what `reading.py` and `likeness.py` find;
`fitting.py` says whether it is of the kind that was asked for. `alerting.py` looks at many answers,
`agreement.py` at a judge beside the triad.
"""
