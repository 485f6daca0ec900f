"""Tests of torch code are collected where torch is installed: `make test-learning`."""

from importlib.util import find_spec

collect_ignore = [] if find_spec("torch") else ["with_torch"]
