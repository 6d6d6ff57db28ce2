"""What a question names and a table does not hold.

`missing` tells the words that no row stands for and what there is in their place, and
`missing_columns` the columns that a question asks for and no header is called by.
"""
