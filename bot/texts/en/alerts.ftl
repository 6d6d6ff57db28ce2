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
