"""The side that speaks to people: what the chat page sends and reads.

Read `side` first: its routes are the page's HTTP interface, and tests use it as a person would.
`sending`, `forwards` and `images` make messages of what is sent, `actions` and `presses` do what a
tap does, `view` shows a chat, `traffic` shows the calls between bot and sandbox.
"""
