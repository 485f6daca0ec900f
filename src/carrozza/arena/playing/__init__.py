"""Playing games in bulk: on threads, in processes and on a cluster."""
