"""Values put into words and buttons, in the reader's language; nothing here is sent.

Read `answers` for what follows a question, `receipts` and `receipt_keys` for what follows an
upload, `library` for the list, the cards and the texts. `alerts` says that answers have become
worse, `secrets` names what was left out; `text` knows whom a view is for, and writes the days,
times and titles in all of them.
"""
