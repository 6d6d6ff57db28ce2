### The bot's texts in English. Same keys and variables as ru.ftl; a test compares them.
### No markup: texts go to Telegram as they are. Numbers are passed as numbers, times as strings.

## Start and help

# $mode is chat, documents or none (not chosen yet); $documents: how many this reader may read
start-greeting =
    Hello! This is Paragraf, your knowledge base.

    Send a file, a link to a page or a YouTube video, then ask away. I answer from your material and show where each answer comes from.

    { $mode ->
        [chat] You are in Chat: ask a question. To add material, press Base.
        [documents] You are in Base: send your material. To ask questions only, press Chat.
       *[none] { $documents ->
            [0] Just send your first document. With Base pressed I add whatever comes at once; with Chat I ask before I do.
            [one] There is { $documents } document in the base already: ask about it, or send your own. With Base pressed I add whatever comes at once; with Chat I ask before I do.
           *[other] There are { $documents } documents in the base already: ask about them, or send your own. With Base pressed I add whatever comes at once; with Chat I ask before I do.
        }
    }
help =
    How it works

    Base: send documents, tables, books, photos, archives, links to pages and YouTube videos; forward posts; write notes. Many at once are fine: what comes together is added together. An answer from a forwarded post links to the post itself.

    Chat: ask in any language. I answer only from the base and list the sources under the answer: document, page, minute of the video. The numbered buttons open the very passage. If the base has no answer, I say so.

    /docs – documents: open, rename, delete
    /watch – watch a page for changes
    /mode – switch mode
    /clean – delete documents from the base
    /clear – forget the conversation
    /help – this page
# What Telegram shows in an empty chat (at most 512 characters) and on the bot's page (120)
about = Your files, links and videos become a knowledge base. Ask it anything: I answer from your material, in the language of the question, and show the document, page or minute each answer comes from.
about-short = A knowledge base out of your files, links and videos. Answers show their sources.
command-start = Start over
command-help = How it works
command-mode = Switch mode
command-clear = Forget the conversation

## Modes

mode-question =
    { $mode ->
        [chat] You are in Chat. What next?
        [documents] You are in Base. What next?
       *[none] Choose a mode.
    }
mode-chat-hint = You are in Chat. Ask a question and I will look for the answer in the base.
mode-documents-hint = You are in Base. Send files, photos or links, or forward posts, and I will add them. A question gets its answer here, too.
mode-documents-promise =
    You are in Base now, and I am waiting for a file, a photo or a link: I will add it and answer your question: “{ $question }”

    If you ask something else meanwhile, I will answer that, too.
mode-switched =
    { $mode ->
        [documents] Switched to Base.
       *[chat] Switched to Chat.
    }
file-in-chat = Add “{ $name }” to the base?
links-in-chat =
    { $count ->
        [one] This looks like a link. Add it to the base, or look for an answer?
       *[other] These look like links. Add them to the base, or look for an answer?
    }
# $kind is files, when there is nothing else, or messages; $count is 2 at least
several-in-chat =
    { $kind ->
        [files] { $count ->
            [one] Add this { $count } file to the base?
           *[other] Add these { $count } files to the base?
        }
       *[messages] { $count ->
            [one] Add this { $count } message to the base?
           *[other] Add these { $count } messages to the base?
        }
    }
post-in-chat = This is a forwarded message: { $name }. Add it to the base, or look for an answer?
question-in-documents = You are in Base, where I wait for files and links, and there is none in this message. Save it as a note, or look for an answer?

## Buttons

button-chat = Chat
button-documents = Base
button-clear = Forget the conversation
button-ask-in-chat = Ask in chat
button-save-note = Save as a note
button-add-to-base = Add to the base
button-add-source = Add a source
button-clear-yes = Forget
button-clear-delete = Forget, and delete the messages
button-cancel = Cancel

## Forgetting the conversation

clear-confirm =
    Forget this conversation? I will not remember its questions and answers any more. The documents in the base stay.

    The messages stay on the screen. I can delete them too if they are less than 48 hours old: earlier ones Telegram does not let me delete.
# $count: questions with their answers, of which no more than the last ones are ever kept
chat-cleared =
    { $count ->
        [0] There was nothing to remember. The messages are still on the screen.
        [one] I forgot our conversation: the last question and its answer were all I kept of it. The messages are still on the screen.
       *[other] I forgot our conversation: the last { $count } questions and their answers were all I kept of it. The messages are still on the screen.
    }
# $left is none or some
chat-deleted =
    { $left ->
        [none] The conversation is forgotten and its messages are deleted.
       *[some] The conversation is forgotten. Messages less than 48 hours old are deleted; earlier ones may still be on the screen, and only you can delete those.
    }
nothing-changed = All right, nothing changed.

## Progress of an ingest

progress-heading =
    { $total ->
        [1] Adding to the base…
       *[other] Adding to the base: { $done } of { $total } done
    }
# All sources still wait for their turn
progress-queued =
    { $total ->
        [1] Got it, starting soon…
       *[other] Got it, starting soon. In all: { $total }
    }
# Many at once: how many sources are in which state
progress-counts = ✓ { $stored }{ $known ->
        [0] {""}
       *[other] {" "}· already there { $known }
    }{ $failed ->
        [0] {""}
       *[other] {" "}· ✗ { $failed }
    } · at work { $running } · waiting { $waiting }
# $state is the state of the source, $node the pipeline node now at work
progress-item =
    { $state ->
        [waiting] ◦ { $label } – waiting
        [stored] ✓ { $label }
        [known] ✓ { $label } – already in the base
        [refused] ✗ { $label } – did not work
        [failed] ✗ { $label } – did not work
       *[running] … { $label } – { progress-node }{ progress-part }
    }
# How much of how much is done, and how many minutes are left; -1: nobody can say yet
progress-part =
    { $total ->
        [0] {""}
       *[other] : { $part } of { $total }{ progress-left }
    }
progress-left =
    { $minutes ->
        [-1] {""}
        [0] , less than a minute left
       *[other] , about { $minutes } min left
    }
progress-node =
    { $node ->
        [fetch] downloading
        [extract] reading
        [ocr] recognising text in pictures
        [unpack] unpacking
        [transcribe] writing down what is said
        [clean] tidying up
        [scan] looking for passwords
        [plan] dividing it up
        [embed] making it searchable
       *[other] working
    }

## Result of an ingest

# One source. $pages is 0 when there are no pages; $language_code is a two-letter code
document-stored =
    Done, “{ $title }” is in the base.
    { document-size }{ language-name } · { duration }
document-known = “{ $title }” is already in the base, so I did not add it again.
document-size =
    { $pages ->
        [0] {""}
       *[other] { document-pages } ·{" "}
    }
document-pages =
    { $pages ->
        [one] { $pages } page
       *[other] { $pages } pages
    }
duration = { $seconds } s
# Several sources: a heading, and a line for each
batch-summary =
    Done in { duration }. { batch-stored }{ $known ->
        [0] {""}
       *[other] , already there: { $known }
    }{ $failed ->
        [0] .
       *[other] , did not work: { $failed }.
    }
batch-stored =
    { $stored ->
        [0] Nothing added
       *[other] Added: { $stored }
    }
batch-item-stored = ✓ { $title } – { document-size }{ language-name }
batch-item-known = ✓ { $title } – already in the base
batch-item-failed =
    ✗ { $label }
    { $reason }
nothing-to-add = There is nothing to add here. Send a file, a photo, a link, a post or a note.
note-name = Note of { $date }
# The text under a file or an album; $more: how many others are in the album
caption-name =
    { $more ->
        [0] Caption: { $name }
       *[other] Caption: { $name } and { $more } more
    }
# A name for photos and recordings, which have none
sent-file-name =
    { $kind ->
        [photo] Photo
        [voice] Voice message
        [round] Video message
        [audio] Audio
        [video] Video
       *[document] File
    } of { $date } (no. { NUMBER($number, useGrouping: 0) })

# Details of one document; each line only when there is something to say
receipt-new-version = It takes the place of the earlier version, which answers that cited it still open.
receipt-ocr =
    { $count ->
        [one] The text of { $count } page was read from a picture ({ $share }% of the pages).
       *[other] The text of { $count } pages was read from pictures ({ $share }% of the pages).
    }
receipt-pages-without-text =
    { $count ->
        [one] { $count } page without text.
       *[other] { $count } pages without text.
    }
receipt-secrets = What looks like passwords and keys, and was left out: { $count }.
receipt-missed =
    { $count ->
        [one] ⚠ I tested myself: for { $count } question about this document I did not find it.
       *[other] ⚠ I tested myself: for { $count } questions about this document I did not find it.
    }
receipt-untested =
    { $count ->
        [one] I had no time to test how well I find { $count } document.
       *[other] I had no time to test how well I find { $count } documents.
    }
receipt-more =
    { $count ->
        [one] …and { $count } more document
       *[other] …and { $count } more documents
    }

## Cancelling, trying again, deleting what was added

button-cancel-batch = Cancel
button-retry = Try again
button-delete-added = Delete what was added
button-open = Open
button-open-several = Documents
button-more = ⋯
button-less = Less
button-delete-yes = Yes, delete
button-open-document = Open “{ $title }”
batch-cancelled = Cancelled. Nothing of this was added.
batch-too-late = Too late to cancel: everything is added. The ⋯ button under the summary deletes it.
batch-documents =
    { $count ->
        [one] { $count } document. Open it:
       *[other] { $count } documents. Open one:
    }
batch-not-yours = Somebody else added this. They, or the owner of the bot, can cancel, repeat or delete it.
batch-unknown = Nothing is known of this any more. Please send the sources again.
batch-still-going = This is still being worked on.
batch-nothing-to-retry = There is nothing to try again: the files are not at hand any more, or everything worked. If something is missing, send it again.
batch-delete-confirm = Delete everything that this added to the base? You can only get it back by sending it again.
batch-deleted =
    { $count ->
        [0] There is nothing to delete: these documents are no longer in the base.
        [one] { $count } document deleted.
       *[other] { $count } documents deleted.
    }

## The library

library-heading =
    { $count ->
        [0] There are no documents yet. Press Base (/mode) and send a file or a link.
        [one] Documents: { $count }. Open it:
       *[other] Documents: { $count }. Open one:
    }
library-found =
    { $count ->
        [0] No document is called “{ $query }”.
       *[other] “{ $query }”: found { $count }
    }
library-page = Page { NUMBER($page, useGrouping: 0) } of { NUMBER($pages, useGrouping: 0) }
library-search = What is the document called? Part of its name or address is enough.
library-source = Source:
library-byline = By: { $byline }
# $owner is a name, or none
library-added =
    { $owner ->
        [none] Added on { $date }
       *[other] Added on { $date } · { $owner }
    }
# $readers is everyone, owner, or names of groups
library-readers =
    { $readers ->
        [everyone] Open to everyone here
        [owner] Open to its owner only
       *[other] Open to: { $readers }
    }
library-superseded = This is a former version: a newer one took its place on { $date }.
library-versions = Versions, newest first. Questions are answered from the current one.
library-version-now = { $n }. { $date } – current
library-version = { $n }. { $date }
library-new-name = Send a new name for “{ $title }”.
library-name-too-long =
    { $limit ->
        [one] A name has 1 character. Send another.
       *[other] A name has 1 to { $limit } characters. Send another.
    }
library-delete = Delete “{ $title }” ({ $origin }) with all its versions? Answers will not use it any more.
library-deleted = “{ $title }” is deleted.
library-gone = This document is not there any more.
library-not-yours = Somebody else added this document. They, or the owner of the bot, can change it.
button-search = Search
button-all-documents = All documents
button-clean-base = Clean the base
button-back = Back
button-to-list = To the list
button-list-before = ‹ Newer
button-list-after = Older ›
button-text-before = ‹ Back
button-text-after = Next ›
button-to-document = To the document
button-text = Text
button-versions = Versions
button-current-version = Current version
button-fetch-again = Fetch again
button-watch = Watch
button-rename = Rename
button-delete = Delete
command-docs = Documents in the base
command-watch = Watch a page for changes
command-clean = Clean the base

## Cleaning the base

# $own: the reader's documents; $count: everybody's, 0 when the reader may not delete those
clean-question =
    { $own ->
        [0] { $count ->
                [0] There is nothing of yours in the base.
               *[other] There is nothing of yours in the base; altogether it has documents: { $count }. Delete them all?
            }
       *[other] { $count ->
                [0] Your documents in the base: { $own }. Delete them all?
               *[other] Documents in the base: { $count }, of these yours: { $own }. What is to be deleted?
            }
    }
clean-confirm =
    { $count ->
        [one] { $count } document will be deleted for good, with all its versions. To confirm, send the word { $word }.
       *[other] { $count } documents will be deleted for good, with all their versions. To confirm, send the word { $word }.
    }
clean-word = DELETE
clean-not-meant = That was another word, so everything stays.
clean-done =
    { $count ->
        [0] There was nothing to delete.
        [one] { $count } document is deleted.
       *[other] { $count } documents are deleted.
    }
button-clean-own = Delete mine
button-clean-all = Delete all

## Watched pages

watch-usage =
    I read a page again every day or week and tell you what has changed. Send the command with a link:

    /watch https://example.org daily
    /watch https://example.org weekly
watch-no-videos = Only pages can be watched, not videos.
watch-how-often = How often shall I look at this page?
watch-started =
    { $every ->
        [weekly] I am watching { $url } and will look there every week.
       *[daily] I am watching { $url } and will look there every day.
    } I write only when something changes. All watched pages: /watch
watch-too-many =
    { $limit ->
        [one] You watch { $limit } page already, which is the limit. Stop one of them first: /watch
       *[other] You watch { $limit } pages already, which is the limit. Stop one of them first: /watch
    }
watch-list =
    { $count ->
        [0] No pages are watched yet. Send /watch with a link, for example: /watch https://example.org weekly
       *[other] Watched pages: { $count }
    }
# $state is fine or failing
watch-line =
    { $n }. { $url } – { $every ->
        [weekly] every week
       *[daily] every day
    }{ $state ->
        [failing] , did not open last time
       *[fine] {""}
    }
watch-stopped = I do not look there any more.
watch-gone = That page is not watched any more.
watch-new = “{ $title }” is in the base. I watch this page: { $url }
watch-changed =
    The page “{ $title }” has changed. Paragraphs added: { $added }, taken out: { $removed }. The base has the new version.
    { $url }
# The beginning of what is new on the page
watch-added-text = “{ $text }”
watch-forbidden = The site does not let programs read this page (robots.txt), so I do not watch it: { $url }
# $outcome is gone or unreachable; $ending is again or last
watch-failed =
    { $outcome ->
        [gone] A watched page is not there any more: { $url }
       *[unreachable] A watched page did not open several times in a row: { $url }
    }
    { $reason }
    { $ending ->
        [last] I do not look there any more. What was read stays in the base.
       *[again] I will go on trying. What was read stays in the base. To stop: /watch
    }
button-daily = Every day
button-weekly = Every week
button-stop-watch = Stop { $n }

## Answers

sources-heading = Sources
source-line = [{ $n }] { $title }
source-page = p. { NUMBER($page, useGrouping: 0) }
source-time = { $time }
source-section = section “{ $heading }”
# A sheet of an XLSX workbook
source-sheet = sheet “{ $heading }”
source-row = row { NUMBER($row, useGrouping: 0) }
# Another place of the document in the line before: [2] the same, row 5
source-ibid = the same
source-untitled = Untitled
# A source pressed under an answer: twice in a row; after it was deleted. At most 200 characters
citation-open = It is open below.
citation-gone = Source { $n } is no longer in the base, or no longer open to you.
answer-nearest = I did not find a direct answer; closest in the base:
answer-not-found =
    The base has no answer to this question.
    If you know where it is, send the file or link; I will add it and answer.

## Small talk: what is answered without a search

# $state is first, again (said before) or empty (the base is)
smalltalk-base-empty = There is nothing in the base yet. Send a file, a photo, a link, a voice message or a forwarded post, then ask away.
smalltalk-greeting =
    { $state ->
        [empty] Hello! { smalltalk-base-empty }
        [again] Hello again. I'm listening.
       *[first] Hello! Ask me something about your documents: I'll find it and show where it says so.
    }
smalltalk-wellbeing =
    { $state ->
        [empty] Well, thank you, though I have nothing to read yet. { smalltalk-base-empty }
        [again] Still well. What shall I look for?
       *[first] Well, thank you, and all your documents are in place. What shall I look for?
    }
smalltalk-thanks =
    { $state ->
        [empty] You're welcome. { smalltalk-base-empty }
        [again] Any time.
       *[first] You're welcome, glad to help. If there is another question, just write.
    }
smalltalk-farewell =
    { $state ->
        [empty] See you! When you are back, send me something to read: the base is still empty.
        [again] See you!
       *[first] See you! I'll keep your documents.
    }
smalltalk-acknowledgement =
    { $state ->
        [empty] All right. { smalltalk-base-empty }
        [again] All right.
       *[first] All right. If you need anything else, just ask.
    }
smalltalk-identity =
    { $state ->
        [empty] I'm Paragraf, a program, not a human. I answer only from documents that people sent me, and show the source. { smalltalk-base-empty }
        [again] Still Paragraf, a program that answers from your documents.
       *[first] I'm Paragraf, a program, not a human. I answer only from documents that people sent me, and show where each answer comes from.
    } { $model ->
        [none] There is no language model in me: I quote the documents' own words.
       *[other] A language model helps me to word the answers.
    }
smalltalk-capabilities =
    { $state ->
        [empty] I read files, photos, links, voice messages and posts, then answer from them and show the source. { smalltalk-base-empty }
        [again] Ask in your own words, for example: “How many days of leave do I get?” More in /help, your documents in /docs.
       *[first] I find answers in your documents and show where it says so; I calculate over tables, sum up a document and remember what we talked about. Ask, for example: “How many days of leave do I get?”, “What is the contract about?” or “What was added this week?” More: /help
    }
smalltalk-insult =
    { $state ->
        [empty] It happens. { smalltalk-base-empty }
        [again] I see. Try asking in another way, and I'll look again.
       *[first] Sorry I was no help. Ask in other words, or send the document that has the answer, and I'll look again.
    }
smalltalk-emoji =
    { $state ->
        [empty] I see. { smalltalk-base-empty }
        [again] I see. And in words?
       *[first] Got it. If there is a question, put it in words.
    }
smalltalk-apology =
    { $state ->
        [empty] No harm done. { smalltalk-base-empty }
        [again] All is well.
       *[first] No harm done. Shall we go on?
    }
smalltalk-compliment =
    { $state ->
        [empty] Thank you! Give me something to read and I'll be of more use: the base is still empty.
        [again] Thank you.
       *[first] Thank you, that's kind. What else shall I look for?
    }
smalltalk-laughter =
    { $state ->
        [empty] Glad that's fun. { smalltalk-base-empty }
        [again] :)
       *[first] Glad that's fun. What shall I look for?
    }
smalltalk-outside =
    { $state ->
        [empty] I'd need documents for that: I answer only from what was sent to me. { smalltalk-base-empty }
        [again] That is not in what was sent to me, and it is all I answer from.
       *[first] That I can't tell or make up: I answer only from what was sent to me. Ask me about your documents.
    }

## Catalogue: questions about the base itself

catalogue-count =
    { $count ->
        [0] { smalltalk-base-empty }
        [one] There is { $count } document in the base.
       *[other] There are { $count } documents in the base.
    }
catalogue-count-listed =
    { $count ->
        [one] There is { $count } in that list.
       *[other] There are { $count } in that list.
    }
catalogue-list-heading =
    { $count ->
        [0] { smalltalk-base-empty }
       *[other] Documents in the base: { $count }. Newest first:
    }
# $span is day (a single one, $since) or days
catalogue-recent-heading =
    { $span ->
        [day] Added on { $since }: { $count }
       *[days] Added from { $since } to { $until }: { $count }
    }
catalogue-none-in-period =
    { $span ->
        [day] Nothing was added on { $since }.
       *[days] Nothing was added from { $since } to { $until }.
    }
catalogue-newest-heading = Added last:
catalogue-line = { $n }. { $title } – { $date }
catalogue-more =
    { $count ->
        [one] …and { $count } more document: /docs
       *[other] …and { $count } more documents: /docs
    }
catalogue-has =
    { $count ->
        [one] Yes, here it is:
       *[other] Yes, there are { $count }:
    }
# $whose is reader (whoever asks), known ($name) or unknown
catalogue-sent-by =
    { $whose ->
        [reader] You sent “{ $title }” yourself, on { $date }.
        [known] “{ $title }” came from { $name }, on { $date }.
       *[unknown] Who sent “{ $title }” is not on record; it was added on { $date }.
    }

# What only buttons do. $count: how many documents may be meant; $title is that of the first
catalogue-delete =
    { $count ->
        [0] I delete nothing on a word alone. Open the document in /docs and press “Delete”; to delete all of yours, /clean.
        [1] I delete nothing on a word alone. Open “{ $title }” below and press “Delete”.
       *[other] I delete nothing on a word alone. Open the document that you mean below and press “Delete”.
    }
catalogue-rename =
    { $count ->
        [0] I rename nothing on a word alone. Open the document in /docs and press “Rename”.
        [1] I rename nothing on a word alone. Open “{ $title }” below and press “Rename”.
       *[other] I rename nothing on a word alone. Open the document that you mean below and press “Rename”.
    }
catalogue-clean = I delete nothing on a word alone. /clean deletes all your documents, after asking once more; /docs has them one by one. To forget only our conversation, /clear.

## About a document

# $kind is web, video or file; $pages is 0 where there are none
about-facts =
    { $kind ->
        [web] web page
        [video] video
       *[file] file
    }{ $pages ->
        [0] {""}
       *[other] {" "}· { document-pages }
    } · { language-name } · added { $date }
# $columns are the names of a table's columns, $count its rows
about-table =
    { $columns } ({ $count ->
        [one] { $count } row
       *[other] { $count } rows
    })
about-sections = Sections
about-no-section = I found no section “{ $section }” in “{ $title }”. There is: { $there }
about-end = Nothing comes after that: “{ $title }” ends here.

## What was understood

understood-as = { $text }:
button-as-written = No, search as written
nothing-about = Nothing about { $what } in the base; there is: { $there }.
part-nearest = To “{ $question }” I did not find a direct answer; closest in the base:
part-not-found = The base has no answer to “{ $question }”.
nothing-about-alone = Nothing about { $what } in the base. If you know where it is, send it and I'll add it.
conflict-heading = The documents disagree:
conflict-newer = newer, of { $date }
conflict-older = older, of { $date }
computed-from =
    { $count ->
        [one] Computed from { $count } row.
       *[other] Computed from { $count } rows.
    }
computed-without =
    { $count ->
        [one] { $count } row has no number and is left out.
       *[other] { $count } rows have no number and are left out.
    }
# $column is the name of a table's column, $value what its numbers come to
computed-sum =
    { $column }, total of { $count ->
        [one] { $count } row
       *[other] { $count } rows
    }: { $value }
computed-average =
    { $column }, average of { $count ->
        [one] { $count } row
       *[other] { $count } rows
    }: { $value }
# $value is how many of the rows have a number in the column that is as asked
computed-fulfilled =
    { $column }: { $value } of { $count ->
        [one] { $count } row
       *[other] { $count } rows
    }

## A question that is not taken

question-too-long = The question is too long: { $length } characters, and { $limit } fit. Shorten it, or send the text as a file in Base.
question-empty = I see no question here. Please put it in words.
message-unsupported =
    { $kind ->
        [sticker] Nice sticker, but I cannot read it. Please put it in words.
        [gif] I cannot read animations. Send text, a file, a photo or a link.
        [poll] I cannot read polls. If you need its text, copy the question and the answers into a message.
        [contact] I do not add contacts to the base. If you need it there, send the name and the number as text.
        [location] I cannot read places on a map. If you need the address, write it in words.
        [dice] Well thrown, but there is nothing to add. Send text, a file or a link.
        [game] I cannot read games. Send text, a file or a link.
        [story] A bot cannot open stories. Save it and send it as a picture or a file.
        [paid_media] I cannot open paid posts. Send the file or the text yourself.
       *[other] I cannot read this kind of message. Send text, a file, a photo, a voice message or a link.
    }
unknown-command = I do not know { $command }. All commands are in /help.
button-outdated = This button is out of date. Send /start to get new ones.
offer-outdated = This offer is out of date: others came after it. Please send the files again.
button-not-yours = This button is not yours.
message-edited-source = You changed this message. Add the new version to the base?
message-edited = You changed this message. I answer messages as they were sent; shall I answer the new wording?

## Access

not-allowed = Hello! This is a private bot. To use it, please ask its owner for access.
private-chats-only = I work in private chats only. Write to me directly, please.
owner-welcome = Code accepted. You are now the owner of this bot.

## A source that is not taken or cannot be reached

# The line above already names the file or link; limit_mb is in megabytes
source-empty = There is nothing in it, not a single byte. Check the file and send it again.
source-too-large = It is over { $limit_mb } MB, more than I can take. Split the file, or send a link to a page with this text.
source-scheme = I do not open such links ({ $scheme }), only ordinary ones to pages on the web.
source-bad-address = I cannot make out this link. Copy it whole from the address bar.
source-private-address = { $host } is an address inside a private network, and I do not go there. Save the page and send it as a file.
source-telegram-closed = Telegram does not show this post to strangers. Forward me the post itself instead of the link.
source-no-such-host = There is no site { $host }. Check the spelling.
source-no-connection = I have no connection to the internet right now. Send the link again later, or save the page and send it as a file.
source-bad-certificate = The connection to { $host } is not safe: its certificate is not valid. Save the page and send it as a file.
source-redirects =
    { $limit ->
        [one] The site redirects in circles, more than { $limit } time. Send the final link.
       *[other] The site redirects in circles, more than { $limit } times. Send the final link.
    }
source-not-found = There is no page at this link (status { NUMBER($status, useGrouping: 0) }). Check the link.
source-forbidden = The site does not let me in (status { NUMBER($status, useGrouping: 0) }). Save the page and send it as a file.
source-too-slow = It took more than { $seconds } s. Try later, or send it in parts.
run-stopped = { batch-cancelled }
step-too-slow = It took too long, so I stopped. Try again, or send it in parts.
source-too-heavy = Reading it needs more than { $limit_mb } MB of memory. Split the file.
source-wrong-type = The site promises { $declared } but sends { $found }. Download the file and send it to me.
source-wrong-extension = The name says { $extension }, the content is { $found }. Rename the file or send the original.
source-not-supported = I cannot read { $format } yet. I read PDF, Word, PowerPoint, Excel, CSV, EPUB, ODT, RTF, TXT, Markdown, HTML, pictures, ZIP of these, web pages and YouTube.
source-unreadable = I do not recognise this kind of file. I read PDF, Word, PowerPoint, Excel, CSV, EPUB, ODT, RTF, TXT, Markdown, HTML, pictures and ZIP of these.
source-broken = The file is damaged and cannot be read. Open it, save it anew and send it again.
source-encrypted = The PDF is locked with a password. Remove the password and send it again.
source-scanned =
    { $pages ->
        [one] This is a scan: { $pages } page without text, and I could make out none in its picture. Send a sharper scan.
       *[other] This is a scan: { $pages } pages without text, and I could make out none in their pictures. Send a sharper scan.
    }
source-no-reading-of-pictures = The text in it is a picture. To read pictures I need Tesseract, which is not installed here: ask whoever runs this bot for the packages tesseract-ocr and tesseract-ocr-rus, or send a file with text.
source-no-text-in-picture = I could make out no text in this picture. Take it closer and in better light, or send the text itself.
source-too-many-pixels = The picture has { $megapixels } million pixels, and the limit is { $limit }. Make it smaller and send it again.
source-unpacks-to-too-much = It unpacks to far more than its size, as files do that are made to choke programs. Save it anew, or send its text.
source-too-much-text = There is more than { $limit_mb } MB of text in it. Split the file.
source-no-text = I found no text in it. If the text is in pictures, send it separately.
source-too-many-pages =
    { $pages ->
        [one] It has { $pages } page, and the limit is { $limit }. Split the document.
       *[other] It has { $pages } pages, and the limit is { $limit }. Split the document.
    }
source-archive-too-many = There are more than { $limit } files inside, more than I take at once. Split it into several parts.
source-archive-too-large = Unpacked it is more than { $limit_mb } MB, more than I can take. Split it into parts.
source-archive-too-tight = It unpacks to more than { $limit } times its size, as files do that are made to choke programs. Pack it anew without padding, or send its contents separately.
source-archive-empty = There are no files in the archive.
source-archive-encrypted = The file in the archive has a password. Send it without one.
source-archive-broken = The file in the archive is damaged: its size or checksum does not match. Pack it anew or send it separately.
source-nested-archive = This is an archive inside an archive; I do not open those. Send it separately.
source-xml-entities = It is made the way malicious files are (it declares XML entities), so I will not open it. Save the document anew with an ordinary program.
source-too-many-cells = The table has more than { $limit } cells, more than I read. Split it into parts.
source-locked-book = The book is copy-protected (DRM) and opens only in its shop's program. Send its text without protection.
source-no-captions = The video has no captions. Send its sound as an audio file, or its words as text.
source-no-video = There is no video at this link: it is a channel, a playlist or an address cut short. Send a link to the video itself.
source-video-unavailable = The video is private, removed or age-restricted. Send its text as a file.
source-video-blocked = YouTube does not answer this server. Send the text of the video as a file.
source-busy = { $host } asks to wait { $minutes } min. Send the link again after that.
# Speech recognition is off: how to turn it on
speech-off = I cannot transcribe sound and video yet: speech recognition is off. Whoever runs this bot turns it on with pip install 'paragraf[speech]' and SPEECH_MODEL in .env. A transcript is welcome right away, as text or as a file.
speech-too-long =
    { $limit ->
        [one] The recording is longer than { $limit } minute, which is the limit. Split it into parts.
       *[other] The recording is longer than { $limit } minutes, which is the limit. Split it into parts.
    }
speech-none = I hear no speech in this recording. If there is some, send a better recording.
source-unavailable = The source cannot be reached right now. Send it again a little later.
source-secrets =
    { $count ->
        [one] There is a secret in it, so I did not add it: { $places }. Remove it and send the rest again. If it is a real one, have it replaced.
       *[other] There are { $count } secrets in it, so I did not add it: { $places }. Remove them and send the rest again. If they are real ones, have them replaced.
    }
question-bared = Your question held what should not be kept: { $kinds }. I took it out before searching, and the history does not have it. The message is still in this chat: better delete it.
secret-place =
    { $unit ->
        [page] { secret-kind }, p. { NUMBER($number, useGrouping: 0) }
        [row] { secret-kind }, row { NUMBER($number, useGrouping: 0) }
        [line] { secret-kind }, line { NUMBER($number, useGrouping: 0) }
        [time] { secret-kind }, { $time }
        [title] { secret-kind }, in the title
        [name] { secret-kind }, in the file name
        [link] { secret-kind }, in the link
       *[paragraph] { secret-kind }, paragraph { NUMBER($number, useGrouping: 0) }
    }
secret-kind =
    { $kind ->
        [private-key] a private key
        [password] a password
        [database-url] a database password
        [url-password] a password in an address
        [url-token] a token in an address
        [bearer-token] an access token
        [api-key] an API key or token
       *[other] { $what ->
            [key] { $brand } key
            [token] { $brand } token
            [webhook] { $brand } webhook
           *[other] { $name }
        }
    }
chunk-size-invalid = Text cannot be divided by { $chunk_size } with an overlap of { $overlap }: the size is at least 1, the overlap at least 0 and below the size.

## Failures

answer-quoted-instead = The language model is not answering, so here are the passages themselves:
model-unavailable = The language model is not answering right now. Please ask again in a couple of minutes.
model-broken = The language model is set up wrongly, so I cannot answer. Please tell the owner of this bot.
record-outdated = I was updated in the middle of this and cannot go on from there. Please try it again.
embedding-unusable = I could not make this searchable, several times in a row. Please try again; if that does not help, tell whoever runs this bot: the embedding model gives numbers that cannot be used.
embedding-changed = The base was updated and I was not, so I cannot work with it yet. Whoever runs this bot: restart it with the new EMBEDDING_MODEL. Then please try again.

database-unavailable = The database cannot be reached right now. Please try again in a minute.
error-number = Error number: { $id }
update-postponed = Something I need does not answer right now. I keep your message and try again by myself, so there is no need to send it again.
update-lost = I could not handle something you sent, although I tried several times. Please send it again in another form.
update-put-aside = A message from one of the users could not be handled after three attempts and was put aside. The log says more.
inbox-closed = I cannot keep messages right now. Yours waits, and I will handle it as soon as I can; there is no need to send it again.
two-pollers = A second copy of this bot is running with the same token, so messages get lost. Please stop one of the two.
internal-error = Something broke, and it is my fault. Please try again; if that does not help, give the owner this error number: { $id }.

## Start-up, for the console

migrations-none = The database is up to date.
migrations-missing = Missing migrations: { $versions }. Apply them with paragraf migrate.
migrations-applied = Applied migrations: { $versions }.
reembed-started = Embedding everything again with { $model }. What the base has keeps serving; Ctrl-C stops, and the next start goes on.
reembed-bar = Embedded again
reembed-progress = { $done } of { $total } chunks.
reembed-switching = Switching over. On a large base this takes minutes.
reembed-more = Something was added meanwhile: going on with that.
reembed-done = The base is moved to { $model }. Now start the bot with this EMBEDDING_MODEL; a bot that still runs with the former one answers nothing.
reembed-needless = The base is embedded with { $model } already: there is nothing to do.
reembedding-replaced = Another paragraf reembed took the place of this one, or has finished.
pipeline-unknown = There is no pipeline { $name }. There are: { $names }.
run-unranked = { $count ->
    [one] The reranker had no time for one passage
   *[other] The reranker had no time for { $count } passages
 }; they rank by similarity and words. RERANK_BUDGET_SECONDS gives it more.
run-still-going = Run { $id } is still going on.
run-of-a-command = A paragraf command began this run, not the bot. Repeat the command itself.
run-nothing-failed = Everything in this run worked; there is nothing to repeat.
run-retried = It is repeated as run { $id }, which the bot takes up.
run-cancelled = Run { $id } is cancelled.
run-over = Run { $id } is over; there is nothing to cancel.
run-unknown = There is no run { $id }.
source-no-such-file = There is no file { $name }, or I may not read it.
demo-passed = Demo passed: { $questions } questions, every citation as expected.
demo-failed = Demo failed: { $faults } faults in { $questions } questions.
demo-times = A question took { $median } s at the median; the whole demo took { $seconds } s.
starting = Starting…
stopped = Stopped. Everything is kept for the next start.
sandbox-started = There is no Telegram token, so the bot runs in the sandbox. Open { $url }
bot-started = Bot @{ $name } is running. Stop it with Ctrl-C.
owner-code = This bot has no owner yet. To become its owner, send it the code: { $code }

## Names of languages

language-name =
    { $language_code ->
        [ar] Arabic
        [be] Belarusian
        [bg] Bulgarian
        [cs] Czech
        [da] Danish
        [de] German
        [el] Greek
        [en] English
        [es] Spanish
        [et] Estonian
        [fa] Persian
        [fi] Finnish
        [fr] French
        [he] Hebrew
        [hi] Hindi
        [hr] Croatian
        [hu] Hungarian
        [id] Indonesian
        [it] Italian
        [ja] Japanese
        [ka] Georgian
        [kk] Kazakh
        [ko] Korean
        [lt] Lithuanian
        [lv] Latvian
        [nl] Dutch
        [no] Norwegian
        [pl] Polish
        [pt] Portuguese
        [ro] Romanian
        [ru] Russian
        [sk] Slovak
        [sl] Slovenian
        [sr] Serbian
        [sv] Swedish
        [th] Thai
        [tr] Turkish
        [uk] Ukrainian
        [und] language unknown
        [uz] Uzbek
        [vi] Vietnamese
        [zh] Chinese
       *[other] language: { $language_code }
    }
