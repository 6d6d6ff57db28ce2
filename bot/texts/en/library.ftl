## The library

library-heading =
    { $count ->
        [0] There are no documents yet. Press Base (/mode) and send a file or a link.
        [one] Documents: { $count }. Open it:
       *[other] Documents: { $count }. Open one:
    }
# $listed is how many are there already; 0: this stands in the place of the heading
library-being-read =
    { $count ->
        [one] { $listed ->
            [0] There are no documents yet, but { $count } is being read. It will be listed here in a moment.
           *[other] { $count } more is being read.
        }
       *[other] { $listed ->
            [0] There are no documents yet, but { $count } are being read. They will be listed here in a moment.
           *[other] { $count } more are being read.
        }
    }
library-found =
    { $count ->
        [0] No document is called “{ $query }”.
       *[other] “{ $query }”: found { $count }
    }
library-page = Page { NUMBER($page, useGrouping: 0) } of { NUMBER($pages, useGrouping: 0) }
library-search = What is the document called? Part of its name or address is enough.
library-source = Source:
library-sheets =
    { $count ->
        [one] Sheet: { $sheets }
       *[other] Sheets: { $sheets }
    }
library-length = Length: { $length }
library-byline = By: { $byline }
# $owner is a name, or none
library-added =
    { $owner ->
        [none] Added on { $date }
       *[other] Added on { $date } · { $owner }
    }
# $readers is everyone, owner-, or names of groups
library-readers =
    { $readers ->
        [everyone] Readable by: everyone
        [owner-] Readable by: only whoever added it
       *[other] Readable by: { $readers }
    }
library-yours-alone = Readable by: only you
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
library-name-secret = There is a secret in this name, so I did not keep it: { $kinds }. Send another. If it is a real one, have it replaced.
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
button-file = 📎 File
file-gone = The file itself is gone; its text is here.
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
