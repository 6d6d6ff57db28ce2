## Answers

sources-heading = Sources
source-line = [{ $n }] { $title }
source-page = p. { NUMBER($page, useGrouping: 0) }
source-time = { $time }
source-section = section “{ $heading }”
# A sheet of an XLSX workbook
source-sheet = sheet “{ $heading }”
source-row = row { NUMBER($row, useGrouping: 0) }
# Several rows of one table: "2–15"; "7, 3, 9" in the order of their marks
source-rows = rows { $rows }
# Another place of the document in the line before: [2] the same, row 5
source-ibid = the same
source-untitled = Untitled
# A source pressed under an answer: twice in a row; after it was deleted. At most 200 characters
citation-open = It is already open below.
citation-gone = Source { $n } is no longer in the base, or no longer open to you.
citation-unmarked = The place on the page could not be marked.
# Shown with the text, instead of a picture of the page
original-changed = The file at this link has changed since then. Above is the text as it was when I read it.
original-unavailable = The file could not be loaded just now, so here is the text only. The page may open a little later.
original-unreadable = The page could not be drawn, so here is the text only.
original-gone = The file itself is gone; only its text is left.
button-as-text = As text
button-page-before = ‹ p. { NUMBER($page, useGrouping: 0) }
button-page-after = p. { NUMBER($page, useGrouping: 0) } ›
button-to-quote = To the quote
answer-partial = A part of what the model wrote is not borne out by the sources, and is left out.
answer-replaced = The model worded an answer that the sources do not bear out, so they are quoted instead.
answer-nearest = I did not find a direct answer; closest in the base:
answer-not-found =
    The base has no answer to this question.
    If you know where it is, send the file or link; I will add it and answer.

## While an answer is written

# The first line before an answer is ready; $what is searched for, or the title of what is read; $detailed is some or none
draft-searching =
    { $detailed ->
        [some] Searching: { $what }
       *[none] Searching…
    }
draft-reading =
    { $detailed ->
        [some] Reading: { $what }
       *[none] Reading…
    }
draft-thinking =
    { $detailed ->
        [some] Thinking: { $what }
       *[none] Thinking…
    }
draft-loading = The model is still being loaded; I will wait for it…
draft-checking = Checking once more…
draft-writing =
    { $detailed ->
        [some] Writing: { $what }
       *[none] Writing…
    }
# Above sentences of sources that are shown until the answer begins
draft-quoted = Found so far:
draft-count = ({ $done } of { $total })
draft-stop-hint = /stop to stop
button-stop-answer = Stop
# $shown is some when a part of the answer stands above, quoted when sentences of sources do, none when there was nothing to show yet
answer-stopped =
    { $shown ->
        [some] Stopped: this is only a part of the answer. To get it all, ask again.
        [quoted] Stopped: the answer had not begun, above is only what was found. To get it, ask again.
       *[none] Stopped. To get the answer, ask again.
    }
# Presses; at most 200 characters
answer-stopping = Stopped.
answer-there = This answer is ready.
answer-not-yours = Only the person who asked can stop the answer.
nothing-to-stop = I am not writing anything just now.

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
understood-after = After “{ $text }”:
button-as-written = No, search as written
nothing-about = Nothing about “{ $what }” in the base; there is: { $there }.
answer-not-named = “{ $what }” is not named in the base. The closest there is:
part-nearest = To “{ $question }” I did not find a direct answer; closest in the base:
part-not-found = The base has no answer to “{ $question }”.
nothing-about-alone = Nothing about “{ $what }” in the base. If you know where it is, send it and I'll add it.
agenda-nothing = The base has nothing for { $when }. Closest to it:
# What whoever asks wrote against an earlier answer; older: when the document above was added
answer-own-words =
    { $older ->
        [none] Said by you on { $date }, not yet confirmed by an admin: { $words }
       *[other] Said by you on { $date }, not yet confirmed by an admin (the document above was added on { $older }): { $words }
    }
conflict-heading = The documents disagree:
conflict-within = This was changed later:
conflict-newer = newer, of { $date }
conflict-older = older, of { $date }
# $cell is what a row is called, and the column in which it has nothing
cell-empty = { $cell }: the table has nothing here.
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
# $column is the name of a row, $count how many of its cells went in
computed-sum-across =
    { $column }, total of { $count ->
        [one] { $count } column
       *[other] { $count } columns
    }: { $value }
computed-average-across =
    { $column }, average of { $count ->
        [one] { $count } column
       *[other] { $count } columns
    }: { $value }
computed-more =
    { $count ->
        [one] …and { $count } more row
       *[other] …and { $count } more rows
    }
computed-count = In all: { $value }
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
       *[other] I cannot read this kind of message. Send text, a file, { $hears ->
            [yes] a photo, a voice message
           *[no] a photo
        } or a link.
    }
unknown-command = I do not know { $command }. All commands are in /help.
button-outdated = This button is out of date. Send /start to get new ones.
offer-outdated = This offer is too old. Please send the files again.
button-not-yours = This button is not yours.
message-edited-source = You changed this message. Add the new version to the base?
message-edited = You changed the question. Answer it again?
button-answer-again = Answer again
