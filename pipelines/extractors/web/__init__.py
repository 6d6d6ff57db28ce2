"""Web pages to blocks of text.

Read `html` (the main text of a page) and `telegram_page` (a public post). `metadata` and `bylines`
find address, day and author; `markup` reads HTML that is all text, such as a book's chapters.
"""
