"""What the processes of one server tell each other through PostgreSQL."""
