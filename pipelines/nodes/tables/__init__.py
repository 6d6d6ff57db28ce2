"""Tables: which cell of a table a question asks for, and what its columns add up to.

In the order of use: `rows` (from the text of passages back to rows and cells), `asking` (what is
asked of a whole column), `match` (which row, which column), `missing` (what is named, and not
there), `columns` (what part each has in its table), `amounts` (what columns of numbers measure, and
which one is meant), `filters` and `periods` (the rows of a value, of a year or month), `arithmetic`
(smallest, largest, sum, average, how many), `answer` (what is shown, as `answered` has it). Below
them, `evidence` says how well a word of the question and a cell stand for each other, `kinds` what
a value is (a number, a person, a date), and `lexicon` holds the word lists of words.toml.
"""
