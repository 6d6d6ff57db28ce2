"""What corrections do, and which statements contradict each other, as pure functions.

Read in this order: `objections` tells when a message says that an answer is wrong; `same_question`
tells whether a question is the one that was corrected, also in another language; `rules` does to
the passages of a question what its rules say; `statements` and `conflicts` tell when what two
documents say cannot both hold; `clusters` puts together what was asked in vain.
"""
