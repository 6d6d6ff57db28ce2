## Start-up, for the console

migrations-none = The database is up to date.
migrations-missing = Missing migrations: { $versions }. Apply them with paragraf migrate.
migrations-applied = Applied migrations: { $versions }.
reembed-started = Embedding everything again with { $model }. What the base has keeps serving; Ctrl-C stops, and the next start goes on.
reembed-bar = Embedded again
reembed-progress = { $done } of { $total } chunks.
reembed-switching = Switching over. On a large base this takes minutes.
reembed-more = Something was added meanwhile: going on with that.
reembed-done = The base is moved to { $model }. Now start the bot with this EMBEDDING_MODEL; a bot that still runs with the former one answers nothing.
reembed-needless = The base is embedded with { $model } already: there is nothing to do.
reembedding-replaced = Another paragraf reembed took the place of this one, or has finished.
pipeline-unknown = There is no pipeline { $name }. There are: { $names }.
run-unranked = { $count ->
    [one] The reranker had no time for one passage
   *[other] The reranker had no time for { $count } passages
 }; they rank by similarity and words. RERANK_BUDGET_SECONDS gives it more.
run-still-going = Run { $id } is still going on.
run-erased = Run { $id } cannot be repeated: a document was deleted, and what the run was about was erased with it.
run-is-erased = A document was deleted, and what this run was about was erased with it: only how it went is left.
run-of-a-command = A paragraf command began this run, not the bot. Repeat the command itself.
run-nothing-failed = Everything in this run worked; there is nothing to repeat.
run-retried = It is repeated as run { $id }, which the bot takes up.
run-cancelled = Run { $id } is cancelled.
run-over = Run { $id } is over; there is nothing to cancel.
run-unknown = There is no run { $id }.
source-not-a-file = { $name } is no file with an end, but a pipe or a device. I read files.
source-no-such-file = There is no file { $name }, or I may not read it.
demo-passed = Demo passed: { $questions } questions, every citation as expected.
demo-failed = Demo failed: { $faults } faults in { $questions } questions.
demo-times = A question took { $median } s at the median; the whole demo took { $seconds } s.
starting = Starting…
stopped = Stopped. Everything is kept for the next start.
sandbox-started = There is no Telegram token, so the bot runs in the sandbox. Open { $url }
bot-started = Bot @{ $name } is running. Stop it with Ctrl-C.
owner-code = This bot has no owner yet. To become its owner, send it the code: { $code }
evaluate-worse =
    { $count ->
        [0] Nothing that was answered well got worse.
        [one] { $count } question that was answered well is not any more.
       *[other] { $count } questions that were answered well are not any more.
    }
evaluate-judge =
    { $count ->
        [one] The language model has graded { $count } answer. How far it agrees with what was measured:
       *[other] The language model has graded { $count } answers. How far it agrees with what was measured:
    }
