"""Who can read what: shown, changed, and asked about.

`command` is /access; `screen` the toggles of a document or of what a batch added; `viewpoint` is
/as, an admin's question by somebody else's rights. What may be seen and changed is decided in SQL,
which answers nothing to whoever may not.
"""
