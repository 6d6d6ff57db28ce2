## What the base could not answer

gaps-title =
    { $count ->
        [one] { $count } question without an answer
       *[other] { $count } questions without an answer
    }
gaps-none = There is no question without an answer.
# $languages are names of languages
gap-asked =
    { $people ->
        [one] { $people } person asked
       *[other] { $people } people asked
    }, { $asked ->
        [one] once
       *[other] { $asked } times
    }, last on { $date }. Languages: { $languages }.
# A question that goes on from another, and what came before it
gap-follow-up = { $question } (after “{ $before }”)
gap-names = Passed on to the owner by: { $names }
gap-hint = Answer once, and everyone who asked gets the answer, if they may read what it rests on.
button-gaps = ‹ All questions
button-gap-answer = Answer with a text or a file
button-gap-point = It is in the base: find it
button-gap-dismiss = Leave without an answer
button-gap-back = ‹ Back
gap-answer-write = Write the answer, or send a file. It goes into the base, and then to everyone who asked.
gap-words-write = Which words are in the passage that answers this? Write a few of them, or a question that finds it.
gap-passages = Which of these is the answer? The number sends it to everyone who asked.
gap-nothing-found = Nothing like that is in the base. Write other words.
gap-over = This question is open no longer.
gap-dismissed = Left without an answer.
gap-told =
    The answer has gone to { $told ->
        [one] { $told } person
       *[other] { $told } people
    }.{ $untold ->
        [0] {""}
        [one] {" "}{ $untold } more may not read it yet: whoever is let in gets it then.
       *[other] {" "}{ $untold } more may not read it yet: whoever is let in gets it then.
    }

# To whoever asked
gap-answered = On { $date } you asked: “{ $question }”. { $name } answers:
gap-answered-with-file = On { $date } you asked: “{ $question }”. { $name } answers with a document:

## Answers that stand no longer

corrections-title = Documents that I answered you from have changed.
correction-asked = On { $date } you asked: “{ $question }”
correction-then =
    { $quote ->
        [none-] The document of that answer was deleted, and the answer stands no longer.
       *[other] Then: “{ $quote }”
    }
correction-now =
    { $quote ->
        [none-] Now: the base has no answer.
       *[other] Now: “{ $quote }”
    }
corrections-hint = At most one such message comes a day. /settings turns them off.
