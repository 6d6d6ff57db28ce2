## Progress of an ingest

progress-heading =
    { $total ->
        [1] Adding to the base…
       *[other] Adding to the base: { $done } of { $total } done
    }
# All of it is read
progress-ending = Almost done: checking and saving…
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
       *[other] : { $part } of { $total }{ $node ->
            [ocr] {" "}pages
            [embed] {" "}passages
           *[other] {""}
        }{ progress-left }
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
button-add-masked = Add it without them
button-delete-added = Delete what was added
button-open = Open
button-open-several = Documents
button-more = ⋯
button-less = Less
button-delete-yes = Yes, delete
button-open-document = Open “{ $title }”
batch-cancelled = Cancelled. Nothing of this was added.
may-not-add = You may not add anything to the base any more. Nothing of this was added.
batch-too-late = Too late to cancel: everything is added. The ⋯ button under the summary deletes it.
batch-documents =
    { $count ->
        [one] { $count } document. Open it:
       *[other] { $count } documents. Open one:
    }
batch-unknown = Nothing is known of this any more, or somebody else added it: they, or the owner of the bot, can cancel, repeat or delete it. If it was yours, send the sources again.
batch-still-going = This is still being worked on.
batch-nothing-to-retry = There is nothing to try again: the files are not at hand any more, or everything worked. If something is missing, send it again.
batch-delete-confirm = Delete everything that this added to the base? You can only get it back by sending it again.
# Above a receipt that is no longer true
receipt-deleted = Deleted from the base
batch-deleted =
    { $count ->
        [0] There is nothing to delete: these documents are no longer in the base.
        [one] { $count } document deleted.
       *[other] { $count } documents deleted.
    }
