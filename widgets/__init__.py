"""Pictures and forms for the book: they show what the rules say and ask what the reader wants. No rules here.

State is plain and needs no browser (`ask.Ask`, `home.Home`); pages are text made from it; `live.Live` carries both to and from a page.
"""
