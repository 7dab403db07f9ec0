"""The play kit that every game is made with: engine, sequence, history, saves, log and bots."""
