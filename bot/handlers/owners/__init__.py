"""Questions that the base had no answer to go to the owners, and their answers back.

Read `passing` first: what whoever asked presses. `replying` is what an owner does then. What is
sent to and fro is in `bot/reporting/owner_questions.py`. `gaps` is what nobody could answer, for
admins; `conflicts` which of two documents holds; `weak_answers` shows what an alert speaks of.
"""
