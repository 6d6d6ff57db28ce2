"""Who is told what a run has to say: the pipelines' notifiers, in Telegram.

Read `notifier` first: answers, receipts and failures go where the request came from. Until then
`progress_board` edits one message, and `endings` knows whether another worker had the last word.
`pending_questions` has questions answered once their document has come, `watch_notifier` tells of
pages that have changed.
"""
