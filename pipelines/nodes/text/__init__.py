"""From extracted blocks to clean paragraphs that still know where they stand.

Read `clean`, the node; it reads by `layout` which lines belong together, and leaves out `junk`.
`words` holds what chunking, ranking and answering count in, sentences included, and compares names
across scripts; `numbers` and `calendar` tell numbers, days and months, however they are written,
and `fleeting` Russian words that lose a vowel.
"""
