"""The values that travel: frozen, typed, free of drivers and settings.

`documents` (sources, blocks, texts, chunks) and `answers` (passages, citations) are the ways' own;
`requests` stands at both ends of a run; `posts`, `people` and `watches` are small.
"""
