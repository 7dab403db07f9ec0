"""`python -m rulesdemo` is `rulesdemo`."""

from rulesdemo.cli.main import main

main()
