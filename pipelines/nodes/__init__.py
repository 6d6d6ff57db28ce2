"""Pure steps: synchronous, no I/O, no clock, no settings; standard library and numpy only.

By the way of a document: `sources` (what was sent, what bytes are), `text` (clean paragraphs),
`secrets`, `chunking` (passages, chunks, embeddings laid out). By the way of a question: `questions`
(what is asked), `ranking` (fuse, select, how sure), `tables` (a cell, or what a column comes to),
`answering` (prompt, quotes, citations).
"""
