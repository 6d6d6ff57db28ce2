"""Agenda: what is on in a stretch of time, asked of whatever the base says with a date.

`asked` reads which days a question is of, and whether of all that is on or of one kind of thing,
with the words of `asked.toml`. `told` takes the sentences out of passages that name such a day.
"""
