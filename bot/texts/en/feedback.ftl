## Under an answer

# Short lines that stand there for a moment
feedback-thanks = Thanks, glad it helped.
feedback-taken-back = Your rating is taken back.
feedback-why = Sorry. What is wrong with it?
feedback-why-or-write = Sorry. What is wrong with it? Choose, or just write what is right.
feedback-noted = Thanks, noted.
feedback-write-in-group = { $name }, reply to this message with what would be right, or what is missing.
feedback-write = Write what would be right, or what is missing.
button-reason-wrong = Wrong
button-reason-off-topic = Off topic
button-reason-outdated = Outdated
# After “Outdated”, beside other buttons
button-reason-document-outdated = The whole document
correction-or-question = Is this what would be right in the place of the last answer, or a new question?
button-take-correction = It is right so
button-write-correction = Write my own
button-reason-unreadable = Hard to read
button-explain-answer = Why this answer?
button-show-others = Show others
button-close-reasons = Close
answer-forgotten = I no longer remember this answer. Ask the question again.
answer-nothing-else = I found nothing else about this in the base.
