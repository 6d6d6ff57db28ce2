"""Keys, tokens and passwords: found in any text, told by kind and place, and taken out.

What counts as one is data, in `kinds.toml`; `kinds` compiles it, and its checks tell a real secret
from what only looks like it. Read on in `find` (a text, a link, a line of a log, and what a line's
end has cut) and `screen` (a whole document, with the places of what it holds). What is then done,
refuse or mask, is decided in `pipelines.ingest.screening`.
"""
