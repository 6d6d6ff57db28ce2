"""Filters: rows that are chosen by something other than what they are called.

`values` by a value beside their name, or by one that says no; `empty` by whether they have anything
in a column; `periods` by the year, month or day in which they are dated; `bookings` by whether
places are left.
"""
