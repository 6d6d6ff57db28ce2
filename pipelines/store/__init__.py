"""What the database can do, by topic, and no driver.

Read `database` first: a database calls a function, and gives rows or a value. Each topic is a
class over it, and each method one SQL function of the same name. For ingest: `batches`, `staging`,
`embeddings`. For answers: `search`, `talk`, and `learning` from them. For people: `documents`,
`access`, `watches`. For the bot's own safety: `inbox`. Who may do what is decided in the functions,
never here.
"""
