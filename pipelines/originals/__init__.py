"""The pages of the files that documents were read out of, shown as pictures.

Read `pages` first: who may see a page, where its file comes from, how it is drawn. `cache` holds
files on disk, so that a page is there at once; what is not there is fetched again.
"""
