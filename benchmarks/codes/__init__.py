"""Questions about codes and names, which an embedding alone blurs.

`articles/` holds tables of codes and the sentences they stand in; `make.py` writes of them
`documents.json`, which the command `retrieval` reads like any other set.
"""
