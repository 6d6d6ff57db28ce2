## What people set for themselves

settings-title = Settings. Tap what you want to change.
button-setting = { $title }: { $value }
# $mark is a tick at what is chosen now
button-choice = { $mark }{ $value }
button-to-settings = ← Back
setting-kept = Saved
setting-on = yes
setting-off = no
setting-length = Answers
setting-length-about = A full answer also shows, folded, what leads to it. A short one is the answer and its sources; a language model, if there is one, writes in a sentence or two.
setting-length-full = full
setting-length-short = short
setting-language = Language
setting-language-about = Which language shall I write in? What I say to a question is in its own, a quote in that of its document.
# $chosen is auto, ru or en
language-kept =
    { $chosen ->
        [ru] Done, I write in Russian from now on.
        [en] Done, I write in English from now on.
       *[auto] Done, I write in the language of your Telegram from now on.
    }
setting-language-auto = as in Telegram
setting-language-ru = русский
setting-language-en = English
setting-stream = Show answers being written
setting-stream-about = Show an answer while it is being written? If not, it comes in one piece.
setting-fold = Fold sources
setting-fold-about = Fold the list of sources under an answer? The numbered buttons stay.
setting-decide = Bot picks the mode
setting-decide-about =
    Usually the mode says what becomes of a message. With “yes” I decide: files, links and notes (“note: …”) are added at once, everything else is answered, whatever the mode.

    What was added can be deleted with the button under its receipt.
setting-corrections = Tell me when answers change
setting-corrections-about = When a document that I answered you from is changed or deleted, shall I write what I said then and what the base says now? At most one message a day.
setting-rich = Long answers in one piece
setting-rich-about =
    Send long answers as one rich message, with paragraphs and quotations? Some Telegram apps show nothing of such a message. With “yes” I first send one for a trial.
rich-trial-title = A trial
rich-trial-text = If you can read this line as a quotation, your Telegram shows rich messages.
rich-question = Can you read the message above? Look in every app that you use; where one shows nothing, long answers would be lost there.
button-rich-readable = I can read this
button-rich-unreadable = No, or not everywhere
rich-kept = Long answers come in one piece from now on. /settings changes that.
rich-refused = Telegram does not take such messages here. Nothing has changed.
# What is shown of what is folded in a rich message
rich-unfold = More
