"""Which language a text is in.

`langdetect` looks at the letters first, which settle most languages, and asks the library of that
name for the rest; a hint, such as what a page declares, decides between what is close.
"""
