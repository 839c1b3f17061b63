"""``python -m bookgen``."""

from bookgen.cli import main

main(prog_name="bookgen")
