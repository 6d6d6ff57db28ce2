"""Questions, and everything that is done with their answers.

Read `ask` first; `voice` asks what was spoken and `edits` asks again what was edited. `stop` ends
an answer while it grows, `citations` opens the places it rests on, `feedback` is the row beneath;
`objections` is what is written instead of pressing it.
"""
