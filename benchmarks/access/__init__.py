"""Whether what an asker may not read changes anything for them, and what it costs to make sure.

`worlds.py` draws people, roles and documents, `writing.py` writes them into the database.
`interference.py` asks in the same world with and without the documents of others; `rights.py`
compares two thousand searches with a plain model of who may read what; `cost.py` measures the
predicate in a large library, `recall.py` what the graph misses there. `run.py` does all of it.
"""
