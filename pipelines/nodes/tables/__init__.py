"""Tables: which cell of a table a question asks for, and what its columns add up to.

In the order of use: `rows` (from the text of passages back to rows and cells), `heads` (of which
tables passages hold rows), `asking` (what is asked of a whole column), `matching` (which row, which
column), `filters` (the rows of a value, of a year or month), `amounts` (what columns of numbers
measure, which one is meant, and what it comes to), `answer` (what is shown, as `answered` has it:
of `asked`, cells or rows; by `aggregates`, what is computed of a column or of two cells; by
`variants`, whether a thing is dearer at one time than at another; by `parties`, what several rows
cost together; by `listing`, many rows; by `timetables`, what is on when), `rivals` (of
several tables' answers, which is meant). Below them, `words`: what a word and a value are by
themselves.
"""
