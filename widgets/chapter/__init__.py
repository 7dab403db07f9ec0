"""The page of a chapter: board, challenges, rule cards."""
