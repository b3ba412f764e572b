"""The events of live recognition."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from .models import Word


@dataclass(frozen=True, slots=True, kw_only=True)
class ResultTimes:
    """Times in seconds, counted from the first sample of the session."""

    start_seconds: float
    """Start of the utterance, including the silence before the voice."""
    end_seconds: float
    voice_start_seconds: float
    """Start of the voice in the utterance."""
    voice_end_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class InterimResult(ResultTimes):
    """The text so far of the open utterance; the next result replaces it."""

    text: str
    stability: float
    """Share of the words that were at the same position in the previous interim result."""
    type: Literal["interim"] = "interim"


@dataclass(frozen=True, slots=True, kw_only=True)
class FinalResult(ResultTimes):
    """The result of an utterance, which no longer changes."""

    text: str
    raw_text: str
    """The model's output, without the corrections of a vocabulary."""
    confidence: float
    """0 to 1: 0 without speech, 0.5 if it is unknown."""
    speech_type: Literal["detected-speech", "no-speech"]
    status: Literal["SUCCESS", "FAILURE"]
    words: tuple[Word, ...] = ()
    """Word timings of ``raw_text``, in a session with ``words``; empty if they could not be found."""
    language: str | None = None
    """BCP 47: the detected language, else the one that the session requested."""
    type: Literal["final"] = "final"


LiveEvent = InterimResult | FinalResult
"""Distinguish events by ``type``, or with ``isinstance``."""
