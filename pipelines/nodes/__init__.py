"""Pure steps: synchronous, no I/O, no clock, no settings; standard library and numpy only.

By the way of a document: `sources` (what was sent, what bytes are), `text` (clean paragraphs),
`secrets`, `chunking` (passages, chunks, embeddings laid out). By the way of a question: `questions`
(what is asked), `ranking` (fuse, select, how sure), `tables` (a cell, or what a column comes to),
`agenda` (what is on when), `answering` (quotes, citations); with a language model `prompting` (what
it is told) and `checking` (whether its sources hold what it wrote). Afterwards: `evaluating` (how
good an answer was), `learning` (what people corrected, what contradicts what).

What they know of languages stands in .toml files beside them, which `word_tables` reads.
"""
