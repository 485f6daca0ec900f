"""Of the sources, only the examples in docstrings are tests."""

from pathlib import Path


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Files without examples need not be imported and searched, which each process of the tests would do anew."""
    if collection_path.suffix == ".py" and b">>> " not in collection_path.read_bytes():
        return True
    return None
