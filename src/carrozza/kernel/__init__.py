"""The rules: typed functions over flat records, compiled by Numba or interpreted, the same source either way."""
