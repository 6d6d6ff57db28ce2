"""Questions that were typed amiss.

`scripts` reads what was typed on the other keyboard layout or in Latin letters; `correct` takes a
word that no text holds for the nearest one that they do, by `distance`, or for an everyday one.
`languages` says which letters, little and everyday words a language is made of.
"""
