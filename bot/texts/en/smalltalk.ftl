## Small talk: what is answered without a search

# $state is first, again (said before) or empty (the base is)
smalltalk-base-empty =
    There is nothing in the base yet. Send { $hears ->
        [yes] a file, a photo, a link, a voice message
       *[no] a file, a photo, a link
    } or a forwarded post, then ask away.
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
        [empty] I read { $hears ->
            [yes] files, photos, links, voice messages
           *[no] files, photos, links
        } and posts, then answer from them and show the source. { smalltalk-base-empty }
        [again] Ask in your own words, for example: { smalltalk-examples }. More in /help, your documents in /docs.
       *[first] I find answers in your documents and show where it says so; I calculate over tables, sum up a document and remember what we talked about. Ask, for example: { smalltalk-examples } or “What was added this week?” More: /help
    }
# $topics is how many headings there are of the documents themselves: $topic, $other
smalltalk-examples =
    { $topics ->
        [0] “How many days of leave do I get?”, “What is the contract about?”
        [1] “{ $topic }”
       *[other] “{ $topic }”, “{ $other }”
    }
smalltalk-insult =
    { $state ->
        [empty] It happens. { smalltalk-base-empty }
        [again] I see. Try asking in another way, and I'll look again.
       *[first] Sorry I was no help. Ask in other words, or send the document that has the answer, and I'll look again. Was the answer wrong? Press 👎 under it and write what is right.
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
smalltalk-composing =
    { $model ->
        [some] I can write that of what your documents say. Tell me what it is to be about.
       *[none] For writing and translating I need a language model, and none is connected here. Without one I quote: ask what your documents say about it, and I will show the passages.
    }
smalltalk-human =
    { $state ->
        [empty] I'm a program and can't call anybody. In an emergency ring your emergency number, 112 in Europe. { smalltalk-base-empty }
        [again] I still can't call anybody. In an emergency ring your emergency number, 112 in Europe.
       *[first] I'm a program and can't call anybody. In an emergency ring your emergency number, 112 in Europe. Otherwise ask me whom to turn to: if the documents say so, I will quote it.
    }
smalltalk-outside =
    { $state ->
        [empty] I'd need documents for that: I answer only from what was sent to me. { smalltalk-base-empty }
        [again] That is not in what was sent to me, and it is all I answer from.
       *[first] That I can't tell or make up: I answer only from what was sent to me. Ask me about your documents.
    }
