"""Quality and speed, measured: `python -m benchmarks NAME`."""
