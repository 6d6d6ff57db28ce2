"""Whether a sentence is of the time that a question is asked of.

`times` knows a day that is named, within "closed from … to …", and `other_times` what is told of
another one: last year's prices, another month.
"""
