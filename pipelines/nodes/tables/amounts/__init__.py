"""Amounts: columns of numbers, what they measure, and which one of them a question is about.

`arithmetic` reads numbers and computes with them (smallest, largest, sum, average, how many);
`measures` says what a column's numbers are (prices, minutes, places), by its name, its units and
its values; `computed` which column a superlative, a sum or an average is of, and `comparison` which
one a number of the question is compared with. `quantities` reads a number with its unit for what is
measured so, `middles` tells an average from a thing of medium size, `totals` the rows that add up
the others, and `repeated` says what several of a unit of a row cost.
"""
