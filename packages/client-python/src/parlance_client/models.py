"""What the server answers, as immutable dataclasses. Members that a later server adds are ignored."""

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
    """What the answer's headers say about synthesized speech."""

    content_type: str
    """``audio/mpeg``, ``audio/wav`` or ``audio/pcm;rate=…;channels=1;format=s16le``."""
    characters: int
    """Code points of the trimmed text."""
    credits: Decimal
    """What it cost, exact."""
    request_id: str | None
    sample_rate_hz: int | None
    """Of PCM; ``None`` of other formats, which say it themselves."""
    warnings: tuple[str, ...] = ()
    """What was read otherwise than the SSML says, each with its line and column."""


@dataclass(frozen=True, slots=True)
class Speech:
    """Synthesized speech, complete."""

    audio: bytes = field(repr=False)
    info: SpeechInfo


@dataclass(frozen=True, slots=True, kw_only=True)
class Pauses:
    """Silence at marks of a batch text, in seconds. ``None``: the server's default."""

    semicolon: float | None = None
    comma: float | None = None
    sentence: float | None = None
    paragraph: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class VocabularyTerm:
    """A name or a word of your own: how it is written, said and heard. A call takes up to 200."""

    term: str
    """As it is to be written, in up to 80 characters."""
    said_as: str | None = None
    """What a voice is given in its place, in up to 200 characters. ``None``: the term itself."""
    heard_as: tuple[str, ...] = ()
    """Up to 10 forms that a recognizer takes it for; each is replaced by the term wherever it is heard."""

    def to_wire(self) -> dict[str, Any]:
        """Return the term as the server takes it."""
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
    """Once completed; valid for three minutes. It carries a signature, so keep it out of logs."""
    error: JobError | None
    words_link: str | None = field(default=None, repr=False)
    """With ``timings``, once completed: the times of words as JSON. It carries a signature too."""
    subtitles_link: str | None = field(default=None, repr=False)
    """The same as WebVTT."""
    warnings: tuple[str, ...] = ()
    """When it was submitted: what will be read otherwise than the SSML says."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word of an utterance, with the marks behind it."""

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
    """Where they were asked for."""
    channel: int | None = None
    """With ``channels="separate"``: from 0."""


@dataclass(frozen=True, slots=True)
class Transcript:
    """A recording's transcript, or how far its job has come."""

    transcript_id: str
    status: Literal["PENDING", "PROCESSING", "COMPLETED", "FAILED"]
    text: str
    """Empty until completed."""
    utterances: tuple[Utterance, ...]
    audio_seconds: int
    """Rounded up; 0 of a recording that has yet to be fetched."""
    error_message: str | None
    """Why it failed."""
    language: str | None = None
    """Where the recognizer says which language it heard in most of the speech, such as ``en``."""


@dataclass(frozen=True, slots=True)
class Voice:
    """A voice that this app may use."""

    code: str
    """What ``voice`` takes."""
    name: str
    gender: Gender
    language_code: str
    demo_url: str
    """Plays without credentials; empty of personal voices."""
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
