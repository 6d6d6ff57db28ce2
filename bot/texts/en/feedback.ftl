## Under an answer

# Short lines that stand there for a moment
feedback-thanks = Thanks, glad it helped.
feedback-taken-back = Your rating was withdrawn.
feedback-why = Sorry. What is wrong with it?
feedback-why-or-write = Sorry. What is wrong with it? Choose a reason, or just write the right answer.
feedback-noted = Thanks, noted.
feedback-write-in-group = { $name }, reply to this message with the right answer, or with what is missing.
feedback-write = Write the right answer, or what is missing.
button-reason-wrong = Wrong
button-reason-off-topic = Off topic
button-reason-outdated = Outdated
# After “Outdated”, beside other buttons
button-reason-document-outdated = The whole document
correction-or-question = Is this the right answer to your last question, or a new question?
# To an objection to the last answer; $words are what would be right, in the asker's own words
correction-in-words = Is this the right answer to “{ $question }”: { $words }?
button-take-correction = That is the right answer
button-write-correction = Write my own
button-reason-unreadable = Hard to read
button-explain-answer = Why this answer?
button-nearest = What comes closest
button-show-others = Show others
button-close-reasons = Close
answer-forgotten = I no longer remember this answer. Please ask the question again.
answer-nothing-else = I found nothing else about this in the base.
