"""How fast Carrozza is: `python -m benchmarks`, or `make bench`."""
