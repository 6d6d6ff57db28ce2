"""Which sentences answer.

Read `extract_answer` (what is quoted, and what stands beneath it), then `sentence_scores` (how
surely each sentence answers), `headings` (what jottings are read with) and `close_reading` (which
ones are worth reading once more). How lists of words are written is in `word_lists`.
"""
