"""What a stream of speech reports while a text is spoken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class StreamVoice:
    """What the server speaks with."""

    voice: str
    """Its code."""
    sample_rate_hz: int
    content_type: str
    """Media type of the audio."""


@dataclass(frozen=True, slots=True)
class SpeechAudio:
    """A piece of audio; the pieces come in order."""

    audio: bytes
    type: Literal["audio"] = "audio"


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenSpan:
    """A part of the text and its place in the audio.

    Characters count from the first of all text that was written, as in a ``str``; of SSML those of what it says.
    Seconds count from the beginning of all audio.
    """

    start: int
    end: int
    """Behind the last character."""
    start_seconds: float
    end_seconds: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Spoken(SpokenSpan):
    """A segment whose audio has come, with the pause behind it."""

    type: Literal["spoken"] = "spoken"


@dataclass(frozen=True, slots=True, kw_only=True)
class SpokenWord(SpokenSpan):
    """A word as it was written, with the marks behind it, and when it is said."""

    text: str


@dataclass(frozen=True, slots=True)
class SpokenWords:
    """The words of a segment, of a stream with ``timings``."""

    words: tuple[SpokenWord, ...]
    type: Literal["words"] = "words"


@dataclass(frozen=True, slots=True)
class SpeechMark:
    """A mark of SSML."""

    name: str
    seconds: float
    """Where the word behind it begins."""
    type: Literal["mark"] = "mark"


@dataclass(frozen=True, slots=True)
class SpeechWarning:
    """Something is read otherwise than the SSML says."""

    message: str
    type: Literal["warning"] = "warning"


@dataclass(frozen=True, slots=True)
class Flushed:
    """Everything up to a ``flush()`` is spoken."""

    characters: int
    """Of all text up to it."""
    audio_seconds: float
    """Of all audio so far."""
    type: Literal["flushed"] = "flushed"


@dataclass(frozen=True, slots=True)
class Cancelled:
    """A ``cancel()`` was obeyed: audio behind this is of later text."""

    characters: int
    audio_seconds: float
    type: Literal["cancelled"] = "cancelled"


SpeechEvent = SpeechAudio | Spoken | SpokenWords | SpeechMark | SpeechWarning | Flushed | Cancelled
"""Told apart by ``type``, or by ``isinstance``."""
