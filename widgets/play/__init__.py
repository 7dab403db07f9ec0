"""A game under way: session, orders, dice, odds, log, luck, replay."""
