"""Splitting of texts above the server's limit."""

from __future__ import annotations

import re

_SENTENCE_END = re.compile(r"[.!?;:,]\s")


def split_text(text: str, max_chars: int) -> list[str]:
    """Split at the last punctuation mark before the limit, else at the last space, else at the limit."""
    parts: list[str] = []
    rest = text.strip()
    while len(rest) > max_chars:
        window = rest[: max_chars + 1]
        marks = [match.end() for match in _SENTENCE_END.finditer(window)]
        end = marks[-1] if marks else window.rfind(" ")
        if end <= 0 or end > max_chars:
            end = max_chars
        parts.append(rest[:end].strip())
        rest = rest[end:].strip()
    return [*parts, rest] if rest else parts
