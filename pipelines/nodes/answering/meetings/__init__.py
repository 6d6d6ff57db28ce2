"""Meetings: what minutes tell, of which neither question nor sentence repeats a word.

`minutes` answers who was there, what was decided and by whose votes; `items` parts minutes into
their items, `dates` tells under which day a sentence stands, and `wording` has the known forms.
"""
