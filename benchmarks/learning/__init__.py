"""Whether corrections hold, in every language, and change nothing else.

`run` asks everything, corrects a part of it, asks everything again, and undoes it; `corrections`
are what people say there.
"""
