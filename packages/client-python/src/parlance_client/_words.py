"""Word timings of utterances and final results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .models import Word

if TYPE_CHECKING:
    from ._decode import Members


def words_of(members: Members) -> tuple[Word, ...]:
    """Return the words; empty if the answer has none."""
    words = members.optional_objects("words")
    return tuple(Word(word.text("text"), word.number("startTime"), word.number("endTime")) for word in words)
