"""What is looked at once documents can be searched; no batch fails by it.

`self_test`: whether a search finds them. `conflicts`: what they say that earlier ones contradict.
"""
