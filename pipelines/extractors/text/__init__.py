"""What is text already: one format a file.

`plain` is the simplest extractor there is; `decoding` finds the encoding for all of them.
`markdown`, `csv`, `captions` (of videos) and `post` (out of Telegram) know some structure.
"""
