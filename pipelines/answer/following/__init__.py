"""What follows an answer: what is kept of it, and questions to ask next.

`records` is what the next message may lean on, what people rate, ask again and go on from, and what
is kept where there was no answer; `offering` finds the questions, in a `pipeline` that is run once
the answer was sent. `corrections` finds answers that stand no longer.
`evaluating` measures an answer, `judging` has a language model grade some of them.
"""
