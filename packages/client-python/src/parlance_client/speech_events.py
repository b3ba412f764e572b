"""The events of a speech stream."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class StreamVoice:
    """The voice of a stream."""

    voice: str
    """Code of the voice."""
    sample_rate_hz: int
    content_type: str
    """Media type of the audio."""


@dataclass(frozen=True, slots=True)
class SpeechAudio:
    """A chunk of audio; chunks arrive in order."""

    audio: bytes
    type: Literal["audio"] = "audio"


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenSpan:
    """A part of the text and its place in the audio.

    Characters are counted from the beginning of all text, as in a ``str``; with SSML, only spoken text is counted.
    Seconds are counted from the beginning of all audio.
    """

    start: int
    end: int
    """Position after the last character."""
    start_seconds: float
    end_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken(SpokenSpan):
    """A text segment whose audio has arrived, with the pause after it."""

    type: Literal["spoken"] = "spoken"


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenWord(SpokenSpan):
    """A word as it was written, with the punctuation after it, and when it is said."""

    text: str


@dataclass(frozen=True, slots=True)
class SpokenWords:
    """The words of a text segment, in a stream with ``timings``."""

    words: tuple[SpokenWord, ...]
    type: Literal["words"] = "words"


@dataclass(frozen=True, slots=True)
class SpeechMark:
    """An SSML ``<mark>``."""

    name: str
    seconds: float
    """Start of the word after the mark."""
    type: Literal["mark"] = "mark"


@dataclass(frozen=True, slots=True)
class SpeechWarning:
    """Something is read differently than the SSML specifies."""

    message: str
    type: Literal["warning"] = "warning"


@dataclass(frozen=True, slots=True)
class Flushed:
    """All text up to a ``flush()`` is synthesized."""

    characters: int
    """Number of characters of all text so far."""
    audio_seconds: float
    """Duration of all audio so far."""
    type: Literal["flushed"] = "flushed"


@dataclass(frozen=True, slots=True)
class Cancelled:
    """A ``cancel()`` has taken effect: audio after this belongs to later text."""

    characters: int
    audio_seconds: float
    type: Literal["cancelled"] = "cancelled"


SpeechEvent = SpeechAudio | Spoken | SpokenWords | SpeechMark | SpeechWarning | Flushed | Cancelled
"""Distinguish events by ``type``, or with ``isinstance``."""
