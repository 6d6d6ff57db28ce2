"""Calendar: what a question and a table say of days, for which no letters have to be the same.

`words` takes days, months and parts of a year for the columns and cells that are of them;
`special_days` knows Good Friday and Boxing Day; `day_columns` takes a date for the column of that
day, and `period_names` what a period is called by.
"""
