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
# Under a list of more documents than have a button
catalogue-buttons = Buttons for all of them: /docs
# $language_code is of a language, as in language-name
catalogue-in-language =
    { $count ->
        [0] There are no documents in { language-name } in the base.
       *[other] Documents in { language-name }: { $count }
    }
# $count documents tell of what was asked about
catalogue-about =
    { $count ->
        [one] It is in this one:
       *[other] It is in these, the closest first:
    }
catalogue-has =
    { $count ->
        [one] Yes, here it is:
       *[other] Yes, there are { $count }:
    }
catalogue-here =
    { $count ->
        [one] Here it is:
       *[other] Here they are:
    }
# $name is the kind of document that was asked for
catalogue-none-called = No document here is called “{ $name }”. There is:
# $name is somebody of whom no document is
catalogue-none-from = There is no document from “{ $name }” in the base.
# $whose is reader (whoever asks), known ($name) or unknown
catalogue-sent-by =
    { $whose ->
        [reader] You sent “{ $title }” yourself, on { $date }.
        [known] “{ $title }” came from { $name }, on { $date }.
       *[unknown] Who sent “{ $title }” is not on record; it was added on { $date }.
    }
catalogue-added-on = “{ $title }” was added on { $date } at { $time }.
catalogue-pages = “{ $title }”: { document-pages }

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

# What is done with commands: which
catalogue-undo =
    Here is how to undo
    • a correction: /rules, open it and press “Undo”;
    • a document that was added: /docs, open it and press “Delete”;
    • a rating: press it once more.
catalogue-stop = There is nothing to stop: I wait for nothing and do nothing just now. /stop ends an answer while it is being written.
catalogue-forget = /clear forgets the conversation, after asking once more. Documents stay in the base.
catalogue-data =
    Here is what you can do with your data
    • questions and answers: /clear forgets them;
    • documents that you added: /docs, open one and press “Delete”, or all of them at once with /clean;
    • your access, and what is noted of you: ask an admin to remove you. Documents that are open to others stay.
    I cannot export them as a file.
catalogue-settings = Language, length of answers and more: /settings; the language alone: /lang. I answer in the language of the question.
catalogue-invite = An invitation is a link, and /invite makes one. /access shows who can read what.
catalogue-readers = /access shows your roles, and who can read what. For one document: open it in /docs and press “Who can read it”; that is also where it is changed. I show your questions and answers to nobody else.
