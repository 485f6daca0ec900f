"""Processes that work for the server beside its event loop, and who of those who wait for them is served next."""
