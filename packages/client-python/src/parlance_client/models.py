"""The server's answers as immutable dataclasses. Members that a newer server adds are ignored."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from datetime import datetime
    from decimal import Decimal

AudioFormat = Literal["mp3", "wav", "pcm"]
TextType = Literal["text", "ssml"]
Gender = Literal["male", "female"]
VoiceOwnership = Literal["SERVICE", "COMMUNITY", "PERSONAL"]


@dataclass(frozen=True, slots=True)
class SpeechInfo:
    """The answer's headers about synthesized speech."""

    content_type: str
    """``audio/mpeg``, ``audio/wav`` or ``audio/pcm;rate=…;channels=1;format=s16le``."""
    characters: int
    """Code points of the trimmed text."""
    credits: Decimal
    """The exact cost."""
    request_id: str | None
    sample_rate_hz: int | None
    """Rate of PCM; ``None`` for other formats, whose headers contain it."""
    warnings: tuple[str, ...] = ()
    """What is read differently than the SSML specifies, each with its line and column."""


@dataclass(frozen=True, slots=True)
class Speech:
    """Synthesized speech, complete."""

    audio: bytes = field(repr=False)
    info: SpeechInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class Pauses:
    """Pauses at punctuation marks of a batch text, in seconds. ``None``: the server's default."""

    semicolon: float | None = None
    comma: float | None = None
    sentence: float | None = None
    paragraph: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VocabularyTerm:
    """A name or a word to recognize and pronounce correctly. A call accepts up to 200."""

    term: str
    """The correct spelling, in up to 80 characters."""
    said_as: str | None = None
    """A spelling that voices read correctly, in up to 200 characters. ``None``: the term itself."""
    heard_as: tuple[str, ...] = ()
    """Up to 10 misheard forms; each is replaced by the term wherever it is recognized."""

    def to_wire(self) -> dict[str, Any]:
        """Return the term as the server expects it."""
        wire: dict[str, Any] = {"term": self.term}
        if self.said_as is not None:
            wire["saidAs"] = self.said_as
        if self.heard_as:
            wire["heardAs"] = list(self.heard_as)
        return wire


@dataclass(frozen=True, slots=True)
class JobError:
    """Why a job failed."""

    code: str
    message: str


@dataclass(frozen=True, slots=True)
class SpeechRequest:
    """A batch synthesis."""

    request_id: str
    status: Literal["PROCESSING", "COMPLETED", "FAILED"]
    audio_link: str | None = field(repr=False)
    """Present once completed; valid for three minutes. It contains a signature, so do not log it."""
    error: JobError | None
    words_link: str | None = field(default=None, repr=False)
    """With ``timings``, once completed: word timings as JSON. It contains a signature too."""
    subtitles_link: str | None = field(default=None, repr=False)
    """The same as WebVTT."""
    warnings: tuple[str, ...] = ()
    """Only in the answer of `submit`: what will be read differently than the SSML specifies."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of an utterance, with the punctuation after it."""

    text: str
    start_seconds: float
    end_seconds: float


@dataclass(frozen=True, slots=True)
class Utterance:
    """A part of a transcript between two silences."""

    text: str
    start_seconds: float
    end_seconds: float
    words: tuple[Word, ...] = ()
    """Empty unless requested with ``words``."""
    channel: int | None = None
    """With ``channels="separate"``: number of the channel, from 0."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """A recording's transcript, or the state of its job."""

    transcript_id: str
    status: Literal["PENDING", "PROCESSING", "COMPLETED", "FAILED"]
    text: str
    """Empty until completed."""
    utterances: tuple[Utterance, ...]
    audio_seconds: int
    """Rounded up; 0 for a recording that has not been fetched yet."""
    error_message: str | None
    """Why the job failed."""
    language: str | None = None
    """Language of most of the speech, such as ``en``; ``None`` if the recognizer does not report it."""


@dataclass(frozen=True, slots=True)
class Voice:
    """A voice that this app may use."""

    code: str
    """The value for ``voice``."""
    name: str
    gender: Gender
    language_code: str
    demo_url: str
    """Address of a sample, which needs no credentials; empty for personal voices."""
    credit_factor: float


@dataclass(frozen=True, slots=True)
class VoicePage:
    """A page of the list of voices."""

    voices: tuple[Voice, ...]
    next_cursor: str | None
    """``None`` on the last page."""
    previous_cursor: str | None
    """``None`` on the first page."""


@dataclass(frozen=True, slots=True)
class ClientToken:
    """A short-lived token for a browser or a phone, for live speech only."""

    app_id: str
    token: str = field(repr=False)
    expires_at: datetime
    max_uses: int | None
    """``None``: any number of calls and connections."""
