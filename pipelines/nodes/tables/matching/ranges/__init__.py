"""Ranges: the numbers in what rows and columns are called, which bound what they are of.

`sides` leaves out those on the other side of what is asked, "over 10 kg" is no "under 10 kg", and
those whose range it is not in; `bands` takes a number for the row in whose bare span it lies, "14"
for "12–16", `ages` an age for the columns or rows that are for it; `hours` does so of columns, and
`numbered` of "the 5th floor". `unmet` says which measure none of the rows has.
"""
