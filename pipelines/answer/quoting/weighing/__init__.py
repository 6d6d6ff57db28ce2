"""Weighing: how surely the best sentence answers, and whether it is of what was asked about.

`sureness` gathers what tells for and against it: by `shape` whether a number or a day is there at
all, by `things` whether it is of the thing that is asked about or another of its kind, by `named`
whether all that is named stands around it, and by `called` whose number to call, or name, it is.
`nearest` tells what is shown as no more than what comes closest.
"""
