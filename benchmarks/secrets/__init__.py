"""How many secrets are found, and how often something harmless is taken for one.

`planted.py` makes up secrets and texts that hold them, `clean.py` paragraphs that only look as if
they did; `run.py` screens both and counts.
"""
