"""From extracted blocks to clean paragraphs that still know where they stand.

Read `clean`, the node; it uses `boilerplate`, `invisible`, `lines` and `headings`. `sentences` and
`words` are what chunking, ranking and answering count in.
"""
