"""Results for people and programs: tables, plots, files, progress."""
