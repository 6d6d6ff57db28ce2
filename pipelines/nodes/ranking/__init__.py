"""From what search found to what an answer may rest on.

In the order of use: `late_interaction` (MaxSim), `fuse` (one figure out of all, words to the letter
among them), `select` (which passages stay, and whether there is an answer at all).
"""
