"""The side that speaks to bots: Telegram's Bot API over HTTP.

Read `side` first: it finds the method and words the answer. `methods` do what is asked, with
`parameters` read from any of the four ways to send them; `view` shows the world as the Bot API
does, `formatting`, `detection` and `keyboards` check what is written, `webhook` pushes updates.
"""
