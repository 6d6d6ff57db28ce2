## That answers have become worse, to the owners

alert-title = Answers have become worse
# $score is relevance or groundedness; $mean and $least are percent
alert-drop =
    { $score ->
        [relevance] What is found fits the questions less well: { $mean } %, and it should be { $least } % at least.
       *[groundedness] The answers stand less surely in the documents: { $mean } %, and it should be { $least } % at least.
    }
alert-hint = Look at the weakest answers of the last day. Often a document was changed, or one is missing.
button-weak-answer = Answer { $number }
# All are percent
weak-answer-scores = Found: { $relevance } % · in the documents: { $groundedness } % · answers the question: { $answers } %
weak-answer-closed = You may not read the documents of this answer, so only its marks are shown.
weak-answer-gone = This answer is no longer there: it was deleted, or you are no owner any more.

## That something known to be answered well is not any more

golden-title = Some answers have become worse overnight
golden-counted =
    { $worse ->
        [one] One question that was answered rightly the night before is not any more.
       *[other] { $worse } questions that were answered rightly the night before are not any more.
    } Right now: { $right } of { $questions }, before: { $before }.
golden-hidden = you may not read its documents
golden-hint = Often a document was added, changed or retired, or a setting is another.
button-golden = Question { $number }
golden-right = The right place, in “{ $title }”:
golden-liked = The answer that was liked:
golden-now = The answer now:
golden-nothing = Now there is no answer.
golden-closed = You may not read the documents of this question, so it is not shown.
golden-gone = This question is no longer there: its document was deleted, it is not liked any more, or you are no owner any more.
