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
setting-language-about = Which language shall I write in? A question is answered in its own.
setting-language-auto = as in Telegram
setting-language-ru = русский
setting-language-en = English
setting-stream = Show answers being written
setting-stream-about = Show an answer while it is being written? If not, it comes in one piece.
setting-fold = Fold sources
setting-fold-about = Fold the list of sources under an answer? The numbered buttons stay.
setting-decide = Let the bot decide
setting-decide-about =
    Usually the mode says what becomes of a message. With “yes” I decide: files and links are added at once, everything else is answered, whatever the mode.

    What was added can be deleted with the button under its receipt.
