"""Who is told what a run has to say: the pipelines' notifiers, in Telegram.

Read `notifier` first: answers, receipts and failures go where the request came from. Until then
`progress_board` edits one message of a batch, and knows whether another worker had the last word;
`draft_board` shows an answer as it is written, and knows who waits for it. `pending_questions` has
questions answered once their document has come, `open_offers` what was sent and waits to be added,
`watch_notifier` tells of pages that have changed,
and `alerts` that answers have become worse.
"""
