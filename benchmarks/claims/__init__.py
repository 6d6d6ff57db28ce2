"""Whether sentences that a passage does not hold are held back, and those that it holds are not.

`dev.json` and `held.json` hold claims that were written; `mistakes.py` makes more of the passages
themselves, by the mistakes that models make most; `run.py` checks them all and counts.
"""
