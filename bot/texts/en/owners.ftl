## Asking the owner

# Under "the base has no answer", for whoever asked
button-ask-owner = Ask the owner
owner-asked = I have passed your question on to the owner. The answer will come here.
owner-asked-before = This question has been passed on to the owner already.
# In an alert, 200 characters at most
owner-questions-too-many =
    { $limit ->
        [one] You can pass on { $limit } question a day to the owner. There will be room again tomorrow.
       *[other] You can pass on { $limit } questions a day to the owner. There will be room again tomorrow.
    }
owner-unreachable = The owner cannot be reached just now. Try again later.

# To an owner; $where is private or group
owner-question =
    { $where ->
        [group] In a group { $name } asks, and the base has no answer
       *[private] { $name } asks, and the base has no answer
    }
owner-question-hint =
    { $where ->
        [group] Reply to this message with a text or a file. All of the group will see the answer.
       *[private] Reply to this message with a text or a file.
    }
button-answer-question = Answer
button-decline-question = Decline
owner-answer-write = Write the answer, or send a file. It goes to { $name }.
# $state is answered or declined
owner-question-settled =
    { $state ->
        [declined] Declined by { $name }
       *[answered] Answered by { $name }
    }
owner-question-over =
    { $state ->
        [declined] This question was declined already, by { $name }.
       *[answered] This question was answered already, by { $name }.
    }
owner-question-gone = This question is no longer there: the conversation was deleted, or you are no owner any more.
owner-question-suspended = { $name } may no longer use the bot, so your answer was not passed on.
owner-answer-empty = There is not a word in this answer. Write it again.
owner-answer-too-long =
    { $length ->
        [one] Your answer has { $length } character; I can pass on { $limit } at most. Shorten it, or send it as a file.
       *[other] Your answer has { $length } characters; I can pass on { $limit } at most. Shorten it, or send it as a file.
    }
owner-answer-secret = There are secrets in your answer ({ $kinds }), so I have neither passed it on nor kept it. Write it without them.
owner-answer-passed = Passed on to { $name }. Add this answer to the base?
owner-answer-undelivered = { $name } takes no messages from the bot just now, so the answer was not delivered. Add it to the base?
owner-files-passed = Passed on to { $name }.
owner-files-undelivered = { $name } takes no messages from the bot just now, and does not know of the file.
owner-declined-done = Declined. It was asked by { $name }.
button-not-to-base = Leave it out
owner-answer-kept-out = The answer was passed on and is not in the base.

# To whoever asked
owner-answered = The owner, { $name }, answers:
owner-answered-with-files = The owner, { $name }, answers with a file. It is in the base now: { $files }
owner-declined = The owner, { $name }, cannot answer this question.

# The document that a question and its answer make
owner-answer-title = { $question } ({ $name }, { $date })
owner-answer-untitled = Answer of the owner
owner-answer-document =
    Question: { $question }

    { $answer }
