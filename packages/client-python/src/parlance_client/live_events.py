"""What a live session reports while somebody speaks."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from .models import Word


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultTimes:
    """Times in seconds from the session's first sample."""

    start_seconds: float
    """Of the utterance's window."""
    end_seconds: float
    voice_start_seconds: float
    """Of the voice inside the window."""
    voice_end_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class InterimResult(ResultTimes):
    """What the open utterance sounds like so far; the next one replaces it."""

    text: str
    stability: float
    """Share of the words that the interim before already had in the same place."""
    type: Literal["interim"] = "interim"


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalResult(ResultTimes):
    """An utterance; it never changes."""

    text: str
    raw_text: str
    """As the model gave it."""
    confidence: float
    """0 without speech, 0.5 where nothing is known."""
    speech_type: Literal["detected-speech", "no-speech"]
    status: Literal["SUCCESS", "FAILURE"]
    words: tuple[Word, ...] = ()
    """Those of ``raw_text``, of a session with ``words``; empty where they could not be found."""
    language: str | None = None
    """BCP 47: what the model detected, else what the session asked for."""
    type: Literal["final"] = "final"


LiveEvent = InterimResult | FinalResult
"""Told apart by ``type``, or by ``isinstance``."""
