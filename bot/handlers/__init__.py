"""What the bot does with each kind of update; `app` says which handler takes which.

Read `gate` first, which every update passes, then `presses`, which checks buttons and acknowledges
them, and `errors`, the only place that turns errors into sentences. `start`, `mode` and `clear`
are about the chat, `answers` is questions and what is done with their answers, `upload` adds to
the base and `library` looks through it. `groups` is all of that where others read along,
`elsewhere` is chats that the bot is no member of, `settings` what people set for themselves.
"""
