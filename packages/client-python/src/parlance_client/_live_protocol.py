"""The messages of live recognition, and the parts that all live sessions share; see docs/realtime.md of the server."""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal, Protocol, TypedDict, TypeVar

from ._decode import Members, protocol_error
from ._transport import Connection, refusal
from ._words import words_of
from .errors import (
    ApiError,
    AuthenticationError,
    ErrorDetails,
    InsufficientSecondsError,
    InvalidRequestError,
    NetworkError,
    ParlanceError,
    RateLimitError,
    ServerError,
    SessionTimeoutError,
)
from .live_events import FinalResult, InterimResult, LiveEvent

if TYPE_CHECKING:
    import ssl
    from collections.abc import Iterator, Sequence

    from .models import VocabularyTerm

DONE = json.dumps({"type": "DONE"})
TRANSCRIPTION_PATH = "/v1/stt/realtime"
_BYTES_PER_SAMPLE = 2
_FRAME_BYTES = 64 * 1024
"""A server accepts at most 1 MiB in one message; the results do not depend on where audio is cut."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveOptions:
    """Options of a session, named as in `Parlance.transcribe_live`."""

    sample_rate_hz: Literal[8000, 16000]
    interim_results: bool
    session_name: str | None
    language: str | None
    words: bool
    no_input_timeout_ms: int | None
    speech_complete_timeout_ms: int | None
    vocabulary: Sequence[VocabularyTerm] = ()

    def config_message(self) -> str:
        """Return the first message."""
        vad = {
            "noInputTimeoutMs": self.no_input_timeout_ms,
            "speechCompleteTimeoutMs": self.speech_complete_timeout_ms,
        }
        config: dict[str, Any] = {
            "sampleRateHertz": self.sample_rate_hz,
            "sampleSizeByte": _BYTES_PER_SAMPLE,
            "channel": 1,
            "interimResults": self.interim_results,
            "vadConfig": {name: value for name, value in vad.items() if value is not None},
        }
        if self.language is not None:
            config["language"] = self.language
        if self.words:
            config["words"] = True
        if self.vocabulary:
            config["vocabulary"] = [term.to_wire() for term in self.vocabulary]
        if self.session_name is not None:
            config["sessionId"] = self.session_name
        return json.dumps({"type": "STREAMING_CONFIG", "config": config})


@dataclass(frozen=True, slots=True, kw_only=True)
class Opening:
    """The parameters that open a session."""

    path: str
    first_message: str
    timeout_seconds: float
    """For connecting, and separately until the server is ready."""
    ssl_context: ssl.SSLContext | None


EventT_co = TypeVar("EventT_co", covariant=True)


class SessionReader(Protocol[EventT_co]):
    """Tracks a session by the server's messages."""

    session_id: str | None

    @property
    def is_ready(self) -> bool:
        """Whether the server accepts input."""

    @property
    def has_ended(self) -> bool:
        """Whether the last message has arrived."""

    def read(self, data: str | bytes) -> EventT_co | None:
        """Return the event of a message, or ``None``; raise the error of an ERROR message."""


@dataclass(frozen=True, slots=True)
class Ready:
    """The server is ready for audio."""

    session_id: str


@dataclass(frozen=True, slots=True)
class StreamEnd:
    """All results were sent."""

    total_utterances: int


class AudioFramer:
    """Cuts audio into binary frames of complete samples."""

    def __init__(self) -> None:
        self._half_sample = b""

    def frames(self, pcm: bytes) -> Iterator[bytes]:
        """Yield the frames; the first byte of an incomplete sample waits for the second one."""
        joined = self._half_sample + pcm
        whole = len(joined) - len(joined) % _BYTES_PER_SAMPLE
        self._half_sample = joined[whole:]
        for start in range(0, whole, _FRAME_BYTES):
            yield joined[start : min(whole, start + _FRAME_BYTES)]


_ERRORS: dict[str, type[ApiError]] = {
    "UNAUTHORIZED": AuthenticationError,
    "INVALID_INPUT": InvalidRequestError,
    "VOICE_NOT_FOUND": InvalidRequestError,
    "TEXT_NOT_SPEAKABLE": InvalidRequestError,
    "TEXT_TOO_LONG": InvalidRequestError,
    "AUDIO_FORMAT_NOT_AVAILABLE": InvalidRequestError,
    "INSUFFICIENT_CREDIT": InvalidRequestError,
    "SYNTHESIS_CONCURRENCY_EXCEEDED": RateLimitError,
    "REQUEST_RATE_EXCEEDED": RateLimitError,
    "QUEUE_FULL": RateLimitError,
    "MEMORY_LOW": RateLimitError,
    "STT_INSUFFICIENT_SECONDS": InsufficientSecondsError,
    "STT_MAX_CCR_REACHED": RateLimitError,
    "STT_INVALID_SAMPLE_RATE": InvalidRequestError,
    "STT_INVALID_CHANNEL": InvalidRequestError,
    "STT_INVALID_SAMPLE_SIZE": InvalidRequestError,
    "BAD_REQUEST": InvalidRequestError,
    "PROVIDER_UNAVAILABLE": ServerError,
    "PROVIDER_UNKNOWN": ServerError,
    "INTERNAL_ERROR": ServerError,
    "SESSION_TIMEOUT": SessionTimeoutError,
    "NO_INPUT_TIMEOUT": SessionTimeoutError,
}


def error_of(message: Members) -> ApiError:
    """Return the error for an ERROR message."""
    code = message.text("code")
    details = ErrorDetails(code=code, retryable=message.flag("retryable"), stage=message.optional_text("stage"))
    unknown = ServerError if details.retryable else ApiError
    return _ERRORS.get(code, unknown)(message.text("message"), details)


def parse_message(data: str | bytes) -> Ready | LiveEvent | StreamEnd | None:
    """Parse a message of the server; ``None`` for those that callers do not need.

    Raises:
        ApiError: An ERROR message.

    """
    message = Members.parse(data)
    kind = message.text("type")
    if kind == "READY":
        return Ready(message.text("sessionId"))
    if kind == "INTERIM_RESULT":
        return InterimResult(text=message.text("text"), stability=message.number("stability"), **_times(message))
    if kind == "FINAL_RESULT":
        return FinalResult(
            text=message.text("text"),
            raw_text=message.text("textRaw"),
            confidence=message.number("confidenceScore"),
            speech_type=message.one_of("speechType", ("detected-speech", "no-speech")),
            status=message.one_of("status", ("SUCCESS", "FAILURE")),
            words=words_of(message),
            language=message.optional_text("language"),
            **_times(message),
        )
    if kind == "STREAM_END":
        return StreamEnd(message.integer("totalUtterances"))
    if kind == "ERROR":
        raise error_of(message)
    return None


class _Times(TypedDict):
    start_seconds: float
    end_seconds: float
    voice_start_seconds: float
    voice_end_seconds: float


def _times(message: Members) -> _Times:
    return {
        "start_seconds": message.number("startTime"),
        "end_seconds": message.number("endTime"),
        "voice_start_seconds": message.number("startVoiceTime"),
        "voice_end_seconds": message.number("endVoiceTime"),
    }


class EventReader:
    """Tracks a session by its messages."""

    def __init__(self) -> None:
        self.session_id: str | None = None
        self.total_utterances: int | None = None

    def read(self, data: str | bytes) -> LiveEvent | None:
        """Return the event of a message, or ``None``."""
        message = parse_message(data)
        if isinstance(message, Ready):
            self.session_id = message.session_id
            return None
        if isinstance(message, StreamEnd):
            self.total_utterances = message.total_utterances
            return None
        if message is not None and self.session_id is None:
            raise protocol_error("The server sent results before READY.")
        return message

    @property
    def is_ready(self) -> bool:
        """Whether the server is ready for audio."""
        return self.session_id is not None

    @property
    def has_ended(self) -> bool:
        """Whether all results have arrived."""
        return self.total_utterances is not None


def live_url(connection: Connection, path: str) -> str:
    """Return the address of a live session."""
    return f"ws{connection.base_url.removeprefix('http')}{path}"


def lost(base_url: str) -> NetworkError:
    """Return the error for a session whose connection was lost."""
    return NetworkError(f"The connection to {base_url} was lost.", ErrorDetails(code="NETWORK", retryable=True))


def connect_failure(base_url: str, error: Exception) -> ParlanceError:
    """Return the error for a session that could not be opened."""
    response = getattr(error, "response", None)
    if response is not None:
        return refusal(response.status_code, response.headers, response.body or b"")
    details = ErrorDetails(code="UNREACHABLE", retryable=True)
    return NetworkError(f"{base_url} cannot be reached.", details)


def _redact(record: logging.LogRecord) -> bool:
    """Remove the token from the handshake that websockets logs at the level DEBUG."""
    if isinstance(record.args, tuple) and record.args and str(record.args[0]).lower() == "authorization":
        record.args = ("Authorization", "[redacted]")
    return True


live_logger = logging.getLogger("parlance_client.live")
live_logger.addFilter(_redact)
