"""Making the geography that Carrozza ships from public-domain data. Run it: `python -m tools.geography`."""
