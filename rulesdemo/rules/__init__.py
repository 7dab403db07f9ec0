"""Tables, rulesets and the index of rules: what `data/` says, read and checked."""
