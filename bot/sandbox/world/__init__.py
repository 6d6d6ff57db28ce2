"""What the two sides share: chats, people, files, the bot's profile and its updates.

Read `world` first, which holds them all, and `values` for what they are made of. `archive` keeps
everything in one SQLite file, so that a restart goes on where the last one ended; `hub` wakes
whoever waits for news, `traffic` remembers the calls.
"""
