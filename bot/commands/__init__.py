"""What the commands of the command line do, one a file.

Read `run` first, which is the bot itself, then `console`, which speaks and shows progress, and
`session`, which opens the pipelines without the bot's queue for `ask` and `ingest`. `runs` reads
the engine's records; `migrate` and `reembed` change the database; `pipelines` draws.
"""
