"""What games say about bots: intervals, ratings, tests."""
