"""Forms of follow-ups, each known by its own words.

`times` takes up when something was, `additions` what comes with a thing, and `conditions` knows
what may come to pass; `comparing` knows which of two things is asked for, `alternatives` what the
other one is.
"""
