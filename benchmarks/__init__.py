"""Quality and speed, measured: `python -m benchmarks NAME`.

`__main__.py` has a command for each, and each command a folder. What they share lies here:
`product.py` opens the product, `squad.py` reads sets of questions, `figures.py` and `output.py` sum
up and print, `refused.py` says why something cannot be measured. `RESULTS.md` is what they said.
"""
