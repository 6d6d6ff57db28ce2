"""The real bot under `kill -9`: what becomes of a batch, whenever the process dies.

`points.py` says where a bot can die and which points are the same; `trial.py` kills it there, a
`crowd.py` sends the batches, `reader.py` searches meanwhile, `observing.py` looks at what became of
each batch, and `figures.py` is what the command prints. `process/` runs inside the bot that dies,
`environment/` outlives it.
"""
