"""Asking again: what has no answer as it was put is put once more.

translating.py asks in the other language of the documents, paraphrasing.py in the words that they
have for it, after that; reading_on.py reads what stands around the answer before, and rereading.py
takes a question that goes on from another one otherwise.
"""
