## Two documents that contradict each other

# To who may say which of them holds; $count is how many such there are
conflict-found =
    { $count ->
        [one] Two documents say different things. Which of them holds?
       *[other] Documents say different things in { $count } places. The first of them: which holds?
    }
conflict-side = { $title }, { $date }
button-first-holds = The first holds
button-second-holds = The second holds
button-no-conflict = No conflict
# $state is first, second or none
conflict-decided =
    { $state ->
        [first] Noted: the first holds. Answers quote it from now on.
        [second] Noted: the second holds. Answers quote it from now on.
       *[none] Noted: they do not contradict each other.
    }
conflict-said-already = This was decided already, so nothing changed. /rules is where a decision is undone.
conflict-gone = This is no longer to be decided: a document was deleted, or is not yours to read any more.
