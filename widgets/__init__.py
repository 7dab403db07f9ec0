"""Pictures and forms for the book: they show what the rules say and ask what the reader wants. No rules here.

State is plain and needs no browser (`ask.Ask`, `home.Home`); pages are text made from it; `live.Live` carries both to and from a page.
"""

from rulesdemo import MOVED

# What notebooks and the README of 0.5 import, and its new place.
MOVED |= {
    "widgets.ask": "widgets.odds_form.form",
    "widgets.battle": "widgets.sandbox.session",
    "widgets.canvas": "widgets.scene.canvas",
    "widgets.desk": "widgets.play.session",
    "widgets.drill": "widgets.chapter.missed_questions",
    "widgets.glossary": "widgets.home.glossary",
    "widgets.lesson": "widgets.play.lesson",
    "widgets.live": "widgets.web.live",
    "widgets.luck_panel": "widgets.play.luck_panel",
    "widgets.replay": "widgets.play.replay_panel",
    "widgets.rule_card": "widgets.chapter.rule_card",
    "widgets.rule_shelf": "widgets.chapter.rule_shelf",
    "widgets.svg": "widgets.scene.svg",
    "widgets.track": "widgets.play.turn_track",
    "widgets.within": "widgets.kit.chance_by_turn",
    "widgets.your_reading": "widgets.play.ruling_diff_panel",
}
