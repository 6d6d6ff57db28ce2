"""Denied: what a question says that it is not of, before a reading of it is used.

`exclusions` leaves out what is asked "without"; `counterparts` takes who is denied to be called by
one name for those who are called otherwise: "not a member".
"""
