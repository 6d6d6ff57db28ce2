"""Whether questions find the paragraphs that answer them, and whether the product knows if none do.

`ranking.py` measures the first, beside peers, and `abstain.py` the second; both ask through
`asking.py`, and `places.py` says which paragraphs a passage holds.
"""
