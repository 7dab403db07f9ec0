"""`python -m rulesdemo` is `rulesdemo`."""

from rulesdemo.cli import main

main()
