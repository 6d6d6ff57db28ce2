"""Child processes for parsing files of strangers: limits, no network, checked replies.

Read `pool` (the side of the bot), `child` (the side of the parser), `limits` and `landlock` (what
a child may not do). Ours, because a pool of the standard library lends its children everything:
memory, network, and pickles that the parent would load.
"""
