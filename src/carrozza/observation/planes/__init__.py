"""The writers of the flat form, plane by plane."""
