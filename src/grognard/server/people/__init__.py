"""Names, ratings, mail."""
