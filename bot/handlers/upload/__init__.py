"""How what people send becomes documents.

Read `receive` first: it gathers what belongs together and asks the mode where it goes. In «База»
that is `documents`, in «Чат» `offers`, which asks before. Both begin a run through `submit`, once
however often a message comes; `batches` are the buttons under what was begun.
"""
