"""Whether an answer stands in its evidence, and answers: right and wrong ones, and who is let in.

`dev.toml` and `held.toml` were written for this; weights are fitted on the first alone.
"""
