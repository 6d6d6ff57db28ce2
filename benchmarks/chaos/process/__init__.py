"""The process that is killed: the real bot, with every call to the outside counted.

`subject.py` starts it; `counting.py` wraps its ways out, `naming.py` says what a call is for, and
`tally.py` writes it down and kills where it was ordered to. `embedder.py` stands in for the models.
"""
