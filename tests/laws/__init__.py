"""The laws every game keeps, whatever is played."""
