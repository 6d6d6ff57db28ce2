"""What the base is known to answer well, asked again every night and by `paragraf evaluate`.

Read `pipeline`: it declares a run and starts the nightly one; `steps` holds what its nodes do. What
one question comes to is found in `pipelines/answer/teaching.py`, and compared with the last run in
`pipelines/nodes/evaluating/comparing.py`.
"""
