"""How soon the whole distribution of a volley is on its page: twelve dice at power 10 and crew 8, cold, and then one more press.

Run by itself, in a fresh interpreter, so that no distribution is known: python tests/bench/volley_panel.py. It prints, and judges nothing.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))

from widgets.chapter.page import chapter
from widgets.games.escadres.panels.volley import VOLLEY
from widgets.games.escadres.panels.volley_tables import VOLLEY_TABLES
from widgets.kit.panel import PanelView

SHOT = "fire_at ship=aurore target=lion"
BEGIN = ("draw", "straight ship=aurore", "end_move ship=aurore")


def main() -> None:
    """Press, and look at the clock."""
    page = chapter("escadres", "broadside_to_broadside", lesson="damage", begin=BEGIN, chosen=SHOT)
    panel = PanelView(VOLLEY)
    page.play()
    page.extra(panel)
    page.extra(VOLLEY_TABLES)
    panel.restore([11, 10, 8])

    def pressed(what: str, value: str) -> float:
        start = time.perf_counter()
        page.hear([{"do": "extra", "name": f"volley:{what}", "value": value}])
        return 1000 * (time.perf_counter() - start)

    cold = pressed("dice", "1")
    warm = pressed("cell", "5,3")
    print(f"twelve dice, power 10, crew 8: {cold:.0f} ms from the press to the text of the page, {warm:.0f} ms for a picked cell")
    print(f"ratio {cold / warm:.1f}")


if __name__ == "__main__":
    main()
