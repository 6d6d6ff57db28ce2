"""How a plain text is laid out: which of its lines belong together, and what stands above them.

`lines` joins what a page's width has broken, `block_headings` tells the headings of recipes and
lists that were typed without marks, and `messages` reads chats that were copied out.
"""
