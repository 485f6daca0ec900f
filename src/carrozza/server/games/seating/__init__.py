"""Who has which seat, by which token, and which bots a seat may have."""
