"""The library in the chat: what is in the base, and what its owner may do to it.

Read `screen` first: one message shows the library and changes in place. `browse` opens lists,
cards and texts, and takes the texts that were asked for; `change` renames, deletes and fetches
again; `clean` empties the base; `watch` has pages read again.
"""
