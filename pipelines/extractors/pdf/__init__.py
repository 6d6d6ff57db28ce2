"""PDF to blocks of text: headings, paragraphs, rows of tables.

Read `extractor` (a slice of pages), `file` (what a PDF must not be), `page` (letters and their
places), `reading_order`, `paragraphs` (and headings). Tables, in order: `grid` (of the lines that
are drawn, or between bands of them), `tables`, `table_blocks`. By hand, because pymupdf is under
the AGPL and docling brings models.
"""
