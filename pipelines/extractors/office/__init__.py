"""Documents of office programs, books and archives: one format a file.

Read `zip_safety` first: whatever is a ZIP file passes it before a library sees it. Then `docx`,
and the others by need; `archive` lists and unpacks plain ZIP files. By hand over the libraries of
each format, because markitdown loses rows and slides.
"""
