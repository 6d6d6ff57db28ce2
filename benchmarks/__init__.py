"""Quality and speed, measured: `python -m benchmarks NAME`.

`__main__.py` has the commands; a folder holds one of them, or a few that ask for the same. What
they share lies here: `product.py` opens the product, `squad.py` reads sets of questions,
`figures.py` and `output.py` sum up and print, `refused.py` says what cannot be measured. What they
said is in `RESULTS.md`.
"""
