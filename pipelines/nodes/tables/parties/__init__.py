"""Parties: what several people, or several of a thing, cost together by a price list.

`party` adds up what is called by the names of rows: "2 adults and a child"; `family` finds the rows
of those who are called otherwise, "me and my 10 year old", by the ages that a row is for, and
`for_age` tells all that there is for one age.
"""
