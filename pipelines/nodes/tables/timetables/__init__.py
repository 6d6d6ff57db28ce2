"""Timetables: tables that are asked by when, and in words that no cell of theirs has.

`week` answers from one with a column for each day: what is on, and when something is; `week_said`
reads what a question says of it, and `week_order` says what comes first where cells tell the hours;
`staffing` counts who is there. `stops` answers from that of a line, "the last bus from the market",
as `calls` reads it, whether its stops or its runs have the columns. `opening` adds when one closes
to when one opens, and takes the hours of a day for whether one works on it.
"""
