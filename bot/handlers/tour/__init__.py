"""The first start: a short tour with an example that can be removed.

`tour` is what the buttons do; `example.ru.md` and `example.en.md` are the document, a small café's
handbook. It is taken in as any file is, and only whoever asked for it may read it.
"""
