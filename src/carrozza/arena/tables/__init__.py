"""Games as tables for analysts: what they hold, and the folder of Parquet files they go to."""
