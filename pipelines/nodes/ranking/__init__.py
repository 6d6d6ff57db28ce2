"""From what search found to what an answer may rest on.

In the order of use: `late_interaction` (MaxSim), `lexical` (words to the letter), `fuse` (one
figure out of all), `select` (which passages stay), `confidence` (whether there is an answer at
all).
"""
