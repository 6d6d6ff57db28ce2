"""Close reading: a question, or a claim, and a text read together, by the packed model.

How it was taught, and on what it was measured: tools/close_reader, benchmarks/RESULTS.md.
"""
