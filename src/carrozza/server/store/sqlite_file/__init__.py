"""The file of an SQLite database: who serves it, whether it is whole, copies of it."""
