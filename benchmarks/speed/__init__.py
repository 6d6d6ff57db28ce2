"""How search keeps up with a large library under access rules.

`library.py` plans who works there and who may read what, `topics.py`, `sentences.py` and
`vectors.py` make its texts and embeddings, `fill.py` writes it into the database. `search.py` and
`search_speed.py` measure, the latter also beside the ingest of `uploads_at_once.py`.
"""
