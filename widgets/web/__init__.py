"""What pages and Python say to each other: live parts, HTML, links to rules, badges, caches."""
