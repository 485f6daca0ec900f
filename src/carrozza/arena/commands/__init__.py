"""The commands `carrozza simulate` and `carrozza arena`."""
