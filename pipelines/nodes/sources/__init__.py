"""What a message names and what bytes are, told without asking anybody.

Read `classify` (a message to its sources) and `media_type` (bytes to a type; `signatures` and
`zip_kind` know how files begin). `retry_after` reads how long a server wants to be left alone. The
rest are rules about names: of files, of web addresses, of Telegram's links.
"""
