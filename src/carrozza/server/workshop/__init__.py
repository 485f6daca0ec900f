"""What the page's workshop asks of the server: checks, layouts, drawings and prints of boards that are being made."""
