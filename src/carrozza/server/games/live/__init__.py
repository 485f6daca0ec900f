"""Games that go on: the folded log, its checks, and the games held in memory."""
