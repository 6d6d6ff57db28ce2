"""What a language model takes part in, and how it is held to its sources.

Read `agent` (its turns), `checking` (what stays of what it wrote), `growing` (what is shown
meanwhile), `summarising` (a document read as a whole) and `metering` (what it may take, and took).
"""
