"""A small base, a conversation over it, and the citations that are expected.

Read `run` first: it starts the product over an empty folder, plays the conversation, and checks
every answer. `chat` is the person, over the sandbox's HTTP interface; `material` reads what is
sent and asked from the files beside it.
"""
