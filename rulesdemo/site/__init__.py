"""The book as a folder of files, for any web host: pages are complete, and Python runs in the reader's browser."""
