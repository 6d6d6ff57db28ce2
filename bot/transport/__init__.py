"""How anything goes out to Telegram, and what must not get lost or said twice on the way.

Read `outbox` first: it sends and edits `pieces`; `delivery` knows what each error means, `photos`
is its neighbour. Below them `send_once` repeats no message, by `lost_message` also where nobody
knows whether it was sent, and `rate_limit` keeps to what Telegram takes. `buttons` and `prompts`
are what comes back later; `reply_address` says where a run's reports go, `attempt` whether an
update is handled again. `member_tags` are put beside names in groups.
"""
