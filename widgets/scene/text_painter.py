"""Puts a scene into words: the text twin of the picture, from the labels of its groups, so that the two cannot drift apart."""

from __future__ import annotations

from typing import Final

from widgets.scene.shapes import Group, Scene, every_group

# What a listener needs first: the wind, the ships, what holds them together; then what is lit around them. Anything else comes last.
READING: Final = ("wind", "ship", "link", "shore", "sector", "line", "mark", "path", "hover")


def words(scene: Scene) -> str:
    """Return what the picture shows, a sentence to a line, in reading order."""
    lines = [_sentence(scene.title)]
    if scene.desc:
        lines.append(_sentence(scene.desc))
    spoken = [group for group in every_group(scene) if group.label]
    lines += [_sentence(group.label) for group in sorted(spoken, key=_rank)]
    return "\n".join(lines)


def label_of(scene: Scene, id_: str) -> str:
    """Return the label of one group; "" if it has none or is not there."""
    return next((group.label for group in every_group(scene) if group.id == id_), "")


def _rank(group: Group) -> int:
    return READING.index(group.role) if group.role in READING else len(READING)


def _sentence(text: str) -> str:
    text = text.strip()
    return text if text.endswith((".", "?", "!")) else f"{text}."
