"""Carrozza: an open platform for the train game Ticket to Ride."""

__version__ = "0.1.0"
