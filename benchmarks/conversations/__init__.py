"""Conversations with the bot: whether it understands what people say.

`set/` holds nine made-up documents and `conversations.json`: what people ask about them, turn by
turn, and what is expected of each answer. `script.py` reads such a folder, `sandbox_chat.py` talks
to the bot, `trial.py` plays everything; `reply.py` takes an answer apart, `scoring.py` judges it by
the kind of its turn, `report.py` sums up. `make_documents.py` sets `sources/` as the documents.
"""
