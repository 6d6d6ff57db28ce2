"""Questions that were typed amiss.

`scripts` reads what was typed on the other keyboard layout or in Latin letters; `correct` takes a
word that no text holds for the nearest one that they do, by `distance`, or for one of the
`everyday` words. `languages` says which letters and little words a language is made of, with no
dictionary at all.
"""
