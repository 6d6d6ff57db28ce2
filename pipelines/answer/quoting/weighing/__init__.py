"""Weighing: how surely the best sentence answers, and whether it is of what was asked about.

`sureness` gathers what tells for and against it, `things` whether what is asked about stands there,
and `called` whose number to call, or whose name, it is.
"""
