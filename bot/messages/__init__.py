"""What messages say: words, links, files and origins, before anybody decides what to do.

Read `message` first: a Telegram message becomes an `Incoming`, with its file and with its author
where it was forwarded. `debounce` gathers albums and long pastes; `composition` makes a batch for
the pipelines of what was gathered; `telegram_files` downloads what it names.
"""
