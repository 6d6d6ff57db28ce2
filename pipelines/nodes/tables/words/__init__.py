"""Words: what the words of a question and the values of a table are by themselves.

`lexicon` holds the word lists of words.toml; `kinds` says what a value is (a number, a person, a
date), `evidence` how well a word of the question and a term of a table stand for each other, `ages`
for whom a name is, `negation` whether a word is denied where it is said, and `spelling` which
superlative is misspelt.
"""
