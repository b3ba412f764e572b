"""The messages of speech streams, independent of how they are sent; see docs/speech-stream.md of the server."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, TypedDict

from ._decode import Members
from ._live_protocol import error_of
from .speech_events import (
    Cancelled,
    Flushed,
    SpeechAudio,
    SpeechEvent,
    SpeechMark,
    SpeechWarning,
    Spoken,
    SpokenWord,
    SpokenWords,
    StreamVoice,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from .models import TextType, VocabularyTerm

SPEECH_PATH = "/v1/tts/stream"
FLUSH = json.dumps({"type": "FLUSH"})
CANCEL = json.dumps({"type": "CANCEL"})
_MESSAGE_CHARACTERS = 4096


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveSpeechOptions:
    """Options of a stream, named as in `Parlance.speak_live`."""

    voice: str | None
    audio_format: Literal["pcm", "mp3"]
    sample_rate_hz: int | None
    bitrate_kbps: int | None
    speed: float | None
    text_type: TextType | None
    timings: Literal["word"] | None
    vocabulary: Sequence[VocabularyTerm]
    session_name: str | None

    def config_message(self) -> str:
        """Return the first message."""
        config: dict[str, Any] = {
            "voiceCode": self.voice,
            "outputFormat": self.audio_format,
            "sampleRate": self.sample_rate_hz,
            "bitrate": self.bitrate_kbps,
            "speed": self.speed,
            "textType": self.text_type,
            "timings": self.timings,
            "vocabulary": [term.to_wire() for term in self.vocabulary] or None,
            "sessionId": self.session_name,
        }
        given = {name: value for name, value in config.items() if value is not None}
        return json.dumps({"type": "SPEECH_CONFIG", "config": given})


def text_messages(text: str) -> Iterator[str]:
    """Yield the messages that send a text."""
    for start in range(0, len(text), _MESSAGE_CHARACTERS):
        yield json.dumps({"type": "TEXT", "text": text[start : start + _MESSAGE_CHARACTERS]})


class _Span(TypedDict):
    start: int
    end: int
    start_seconds: float
    end_seconds: float


def _span(members: Members) -> _Span:
    return {
        "start": members.integer("start"),
        "end": members.integer("end"),
        "start_seconds": members.number("startTime"),
        "end_seconds": members.number("endTime"),
    }


def _words(message: Members) -> SpokenWords:
    return SpokenWords(tuple(SpokenWord(text=word.text("text"), **_span(word)) for word in message.objects("words")))


_EVENTS: dict[str, Callable[[Members], SpeechEvent]] = {
    "SPOKEN": lambda message: Spoken(**_span(message)),
    "WORDS": _words,
    "MARK": lambda message: SpeechMark(message.text("name"), message.number("time")),
    "WARNING": lambda message: SpeechWarning(message.text("message")),
    "FLUSHED": lambda message: Flushed(message.integer("characters"), message.number("audioSeconds")),
    "CANCELLED": lambda message: Cancelled(message.integer("characters"), message.number("audioSeconds")),
}


class SpeechReader:
    """Tracks a stream by its messages."""

    def __init__(self) -> None:
        self.session_id: str | None = None
        self.voice: StreamVoice | None = None
        self.characters: int | None = None
        self.audio_seconds: float | None = None

    @property
    def is_ready(self) -> bool:
        """Whether the server accepts text."""
        return self.voice is not None

    @property
    def has_ended(self) -> bool:
        """Whether all audio has arrived."""
        return self.audio_seconds is not None

    def read(self, data: str | bytes) -> SpeechEvent | None:
        """Return the event of a message, or ``None``; raise the error of an ERROR message."""
        if isinstance(data, bytes):
            return SpeechAudio(data)
        message = Members.parse(data)
        kind = message.text("type")
        if kind == "READY":
            self.session_id = message.text("sessionId")
            self.voice = StreamVoice(
                message.text("voiceCode"), message.integer("sampleRateHertz"), message.text("contentType")
            )
        elif kind == "STREAM_END":
            self.characters = message.integer("characters")
            self.audio_seconds = message.number("audioSeconds")
        elif kind == "ERROR":
            raise error_of(message)
        elif kind in _EVENTS:
            return _EVENTS[kind](message)
        return None


def voice_of(reader: SpeechReader) -> StreamVoice:
    """Return the voice of a stream.

    Raises:
        RuntimeError: The stream was not opened.

    """
    if reader.voice is None:
        raise RuntimeError("Use the stream in a with block.")
    return reader.voice
