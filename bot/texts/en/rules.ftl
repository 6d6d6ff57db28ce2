## Corrections, and the rules that they become

# To whoever gave a correction; in an alert, 200 characters at most.
# $state is noted, draft, added, active, forgotten, too_many or empties; own-draft and own-added: they decide it;
# none-draft and none-added: there is no admin yet; $id: theirs
taught =
    { $state ->
        [draft] Thanks, noted. An admin will decide whether this applies to everybody; nothing changes until then.
        [added] Thanks: what you wrote is now in the base under your name. For now, only you and the admins can read it. If an admin accepts it, everybody will get it as the answer to this question.
        [own-draft] Thanks, noted. You decide whether this applies to everybody: see its card in our private chat, or /rules. Nothing changes until then.
        [own-added] Thanks: what you wrote is now in the base under your name. For now, only you and the admins can read it. You decide whether everybody gets it as the answer to this question: see its card in our private chat, or /rules.
        [active] Done: it applies to you from now on. Nobody else is affected.
        [too_many] Noted. You have already proposed a lot today, so until tomorrow I only keep ratings.
        [empties] Noted, but nothing changes: the question would be left without any answer. Write the right one, or delete the document.
        [none-draft] Thanks, noted. It changes nothing yet: this bot has no admin to decide it. Whoever runs it appoints you with “paragraf roles give owner { NUMBER($id, useGrouping: 0) }”.
        [none-added] Thanks: what you wrote is in the base, and only you read it. This bot has no admin yet to accept it for everybody. Whoever runs it appoints you with “paragraf roles give owner { NUMBER($id, useGrouping: 0) }”.
       *[noted] Thanks, noted.
    }
correction-empty = There are no words in it, so nothing has changed.
correction-being-added = Thanks. I am adding it to the base under your name…
correction-unreadable = This passage is gone, or you may not read it. Nothing has changed.
others-heading = What else was found. Which one answers your question?
nearest-heading = Closest in the base; none of it surely answers. Is the answer there? Tap its number, and I will remember it.
others-none = Nothing else was found for this question.
button-none-of-these = None of these

# To those who decide; $state is draft, active, rejected or undone
rule-heading =
    { $state ->
        [active] A correction that holds
        [rejected] A correction that was rejected
        [undone] A correction that was undone
       *[draft] A correction is proposed
    }
# What was said to the question above
rule-answered = It was answered: { $answer }
# $kind is suppress, demote, prefer, pin, retire or conflict; $shown a title
rule-does =
    { $kind ->
        [conflict] This statement does not hold.
        [demote] Proposed: “{ $shown }” comes last for this question.
        [prefer] Proposed: another passage answers this question.
        [pin] Proposed: these very words answer this question.
        [retire] Proposed: “{ $shown }” no longer answers any question.
       *[suppress] Proposed: this passage of “{ $shown }” is not for this question.
    }
# On a button, of a rule that settled a conflict
rule-settled = Not: { $statement }
rule-right = The right one is in “{ $title }”.
rule-reason = Why: { $reason }
rule-reason-wrong = it is wrong
rule-reason-off-topic = it is not about this
rule-reason-outdated = it is outdated
rule-reason-pointed = somebody pointed at the right one
rule-reason-conflict = the documents disagree, and somebody said which holds
rule-reason-written = “{ $text }”
rule-people =
    { $count ->
        [one] Asked for by { $count } person
       *[other] Asked for by { $count } people
    }
rule-until = It holds until { $date }.
rule-outdated = It has no effect now: the document has a newer version, in which this passage is different.
rule-now = Now: { $answer }
rule-then = Then: { $answer }
rule-no-answer = no answer
rule-being-tried = I am trying it on other questions. It can be accepted when that is done.
rule-untried = It could not be tried on other questions just now.
rule-replayed =
    { $asked ->
        [0] There are no other questions yet to try it on.
        [one] Tried on { $asked } other question: { $changed } would be answered otherwise.
       *[other] Tried on { $asked } other questions: { $changed } would be answered otherwise.
    }
rule-harmful = Careful: more than 2 % of the other answers change. Check whether those are the same question in other words.
# $emptied: other questions; 0: only its own
rule-empties =
    { $emptied ->
        [0] It cannot be accepted: the question would have no answer at all. Write the right answer with 👎 under it, add a newer document, or delete the one that is wrong.
        [one] It cannot be accepted: { $emptied } other question that has an answer now would have none.
       *[other] It cannot be accepted: { $emptied } other questions that have answers now would have none.
    }
button-rule-try = Try again
# $state is draft, active or undone
button-rule-accept =
    { $state ->
        [active] Renew for 90 days
        [undone] Let it hold again
       *[draft] Accept
    }
button-rule-reject = Reject
button-rule-undo = Undo
button-rule-withdraw = Take it back
rule-withdrawn = Taken back: no admin decides on it any more
# To whoever proposed it
rule-waits = It waits for an admin. Until then, answers stay as they are.
button-rules = « All corrections
# $state is active, rejected or undone
rule-decided =
    { $state ->
        [active] Accepted: it holds from the next question on.
        [rejected] Rejected: nothing changes.
       *[undone] { $left ->
            [document] Undone: the correction holds no longer. What was written for it stays a document; /docs deletes it.
           *[nothing] Undone: everything is answered as before.
        }
    }
# To those who asked for it, above the question; $state is active or rejected
rule-told =
    { $state ->
        [active] Your correction was accepted and applies from now on. It was about this question:
       *[rejected] An admin looked at your correction and left the answer as it is. It was about this question:
    }
rule-gone = This correction is gone, is not yours to decide, or has already been decided.
rules-more = More corrections are waiting than you have decided on. I will not show you each of them for now: they are in /rules.
rules-heading =
    { $count ->
        [0] There are no corrections. They begin with 👎 under an answer.
        [one] { $count } correction. ❔ waits for a decision, ✅ holds, ✖️ was rejected, ↩️ was undone.
       *[other] { $count } corrections. ❔ waits for a decision, ✅ holds, ✖️ was rejected, ↩️ was undone.
    }

## Why an answer is what it is

why-heading = What the answer was chosen from
# Below the heading
why-measures = The closer a passage is to the question, the higher it stands. “By meaning”: how far both speak of the same; “by words”: how many words of the question are in it.
# $cited is yes or no; the others are percents
why-passage =
    { $cited ->
        [yes] In the answer. Close to the question by { $fits } %: by meaning { $meaning } %, by words { $words } %.
       *[no] Not in the answer. Close to the question by { $fits } %: by meaning { $meaning } %, by words { $words } %.
    }
why-votes = With the ratings it counts { $percent } %.
why-rule =
    { $kind ->
        [prefer] A correction brought another passage: { $reason }
        [pin] A correction chose the words: { $reason }
        [demote] A correction put a passage behind the others: { $reason }
       *[suppress] A correction left a passage out: { $reason }
    }
# $unsupported is the number of sentences that are left out
why-model =
    { $unsupported ->
        [0] Model: { $model }.
        [one] Model: { $model }. One of its sentences stands in no source and was left out.
       *[other] Model: { $model }. { $unsupported } of its sentences stand in no source and were left out.
    }
why-only-yours = I searched only what may be read here. /access shows what is open to you.
why-nothing = I found no passage that fits in what may be read here. /access shows what is open to you.
why-unknown = I no longer know how this answer came about, or there was no answer yet. Ask a question, then reply to its answer with /why.
