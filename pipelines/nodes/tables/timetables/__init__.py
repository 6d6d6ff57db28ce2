"""Timetables: tables that are asked by when, and in words that no cell of theirs has.

`stops` reads that of a line, with a column for each stop: "the last bus from the market".
`timetable`, beside this folder, reads that of a week, with a column for each day.
"""
