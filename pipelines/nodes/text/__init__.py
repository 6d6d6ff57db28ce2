"""From extracted blocks to clean paragraphs that still know where they stand.

Read `clean`, the node; it joins `lines` and leaves out `junk`. `words` holds what chunking, ranking
and answering count in, sentences included; `transliteration` compares names across scripts, and
`calendar` tells days and months, however they are written.
"""
