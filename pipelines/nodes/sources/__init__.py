"""What a message names and what bytes are, told without asking anybody.

Read `classify` (a message to its sources, and what their files are called) and `media_type` (bytes
to a type; `signatures` knows how files begin). `retry_after` reads how long a server wants to be
left alone. `notes` and `announcements` tell texts that are to be kept, `clauses` what tells in
them. The rest are rules about addresses: of the web, of Telegram's links.
"""
