"""A page that somebody wants to hear about, read again every day or week.

Read `pipeline`: one visit is an ingest of one page, with the site asked first and what is new told
after it; it also starts the visits that are due. `steps` holds the nodes that ingest has not.
"""
