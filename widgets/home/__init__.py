"""The home page and the glossary."""
