"""Answers about the base itself rather than from it: which documents, what one is about, its file.

Read `catalogue` first: the list, and what of it is meant. `describing` tells what stands in one
document, `mentions` which documents speak of something, `topics` what could be asked about.
"""
