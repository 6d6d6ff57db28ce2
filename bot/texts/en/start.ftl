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
    /stop – stop the answer
    /clear – forget the conversation
    /lang – the language
    /settings – length of answers, notices and more
    /access – who can read what
    /why – what the last answer was chosen from
    /rules – corrections of answers, and what holds
    /help – this page
# What Telegram shows in an empty chat (at most 512 characters) and on the bot's page (120)
about = Your files, links and videos become a knowledge base. Ask it anything: I answer from your material and show the document, page or minute each answer comes from.
about-short = A knowledge base out of your files, links and videos. Answers show their sources.
command-start = Start over
command-settings = Settings
command-lang = Language
command-help = How it works
command-mode = Switch mode
command-stop = Stop the answer
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
note-in-chat = This looks like a note, not a question. Save it to the base, or look for an answer?
note-wanted = Save this to the base as a note?
long-note-in-chat = This looks like a long note. Save all of it to the base?
# As a reply to one of these, under a question that has no answer without it
offer-open = This is not in the base yet. Press a button in the message above to add it, and I will look for the answer there, too.
offer-open-empty = Nothing is in the base yet: what you sent still waits. Press “{ button-add-to-base }” below it, and I will answer from it.
offer-open-note = The note above is not in the base yet. Save it with the button below it, and I will look there, too.
offer-reading = What was sent is still being read. When that is done I will look for the answer there, too.
# In the place of the offer
offer-declined = All right, I have not added it.
offer-still-waits =
    { $count ->
        [one] Nothing was added, so this question still waits for an answer:
       *[other] Nothing was added, so these questions still wait for an answer:
    }
    { $questions }
offer-being-read =
    { $count ->
        [one] A document that you sent is still being read. Ask again in a moment.
       *[other] { $count } documents that you sent are still being read. Ask again in a moment.
    }
question-in-documents = You are in Base, where I wait for files and links, and there is none in this message. Save it as a note, or look for an answer?

## Buttons

button-chat = Chat
button-documents = Base
button-clear = Forget the conversation
button-ask-in-chat = Ask in chat
# Under a receipt, beside two others: short
button-go-chat = Ask in chat
button-save-note = Save as a note
button-do-not-add = Do not add
button-add-to-base = Add to the base
button-keep-recording = Add the recording to the base
button-add-source = Add a source
button-clear-yes = Forget
button-clear-delete = Forget, and delete the messages
button-cancel = Cancel

## Forgetting the conversation

clear-confirm =
    Forget this conversation? I will not remember its questions, answers and ratings any more. The documents in the base stay.

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
