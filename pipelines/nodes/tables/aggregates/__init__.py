"""What is computed of a table's cells, where no cell says it.

`computing` tells what a column comes to (its sum, its mean, its smallest and largest), of the rows
that `counting` finds counted; `change`, by how much a cell is more than another.
"""
