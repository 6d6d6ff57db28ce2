"""How updates come in: written down before they are confirmed, then handled once each.

Read `receive` first: it opens the inbox and, before it, polling or the webhook. `inbox` keeps the
order within a chat, repeats what failed, and takes over from the dead; `triage` knows what is not
the bot's, and what does not wait for its chat's turn. `polling` and `webhook` are the two ways from
Telegram; `worker_name` tells this process from the one before it.
"""
