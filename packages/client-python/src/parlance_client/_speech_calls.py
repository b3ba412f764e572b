"""Requests and answers of speech synthesis."""

from __future__ import annotations

import re
from decimal import Decimal, InvalidOperation
from typing import TYPE_CHECKING, Any, Literal
from urllib.parse import quote

from ._decode import Members, protocol_error
from ._transport import Call, new_idempotency_key
from .errors import ErrorDetails, JobFailedError
from .models import AudioFormat, JobError, Pauses, SpeechInfo, SpeechRequest, TextType, VocabularyTerm

if TYPE_CHECKING:
    from collections.abc import Sequence

    import httpx

_RATE = re.compile(r"rate=(\d+)")


def _voice_options(
    text: str,
    *,
    voice: str,
    audio_format: AudioFormat,
    bitrate_kbps: int | None,
    speed: float | None,
    sample_rate_hz: int | None,
    text_type: TextType | None,
    vocabulary: Sequence[VocabularyTerm],
) -> dict[str, Any]:
    options = {
        "text": text,
        "voiceCode": voice,
        "outputFormat": audio_format,
        "bitrate": bitrate_kbps,
        "speed": speed,
        "sampleRate": sample_rate_hz,
        "textType": text_type,
        "vocabulary": [term.to_wire() for term in vocabulary] or None,
    }
    return {name: value for name, value in options.items() if value is not None}


def create_call(
    text: str,
    *,
    voice: str,
    audio_format: AudioFormat,
    bitrate_kbps: int | None,
    speed: float | None,
    sample_rate_hz: int | None,
    text_type: TextType | None,
    vocabulary: Sequence[VocabularyTerm],
    use_cache: bool,
    timeout_seconds: float | None,
) -> Call:
    """Return the request for immediate speech."""
    options = _voice_options(
        text,
        voice=voice,
        audio_format=audio_format,
        bitrate_kbps=bitrate_kbps,
        speed=speed,
        sample_rate_hz=sample_rate_hz,
        text_type=text_type,
        vocabulary=vocabulary,
    )
    return Call(
        method="POST",
        path="/v1/tts",
        json={"mode": "sync", **options},
        headers=None if use_cache else {"Cache-Control": "no-store"},
        timeout_seconds=timeout_seconds,
    )


def submit_call(
    text: str,
    *,
    voice: str,
    webhook_url: str,
    audio_format: AudioFormat,
    bitrate_kbps: int | None,
    speed: float | None,
    sample_rate_hz: int | None,
    text_type: TextType | None,
    vocabulary: Sequence[VocabularyTerm],
    emphasis_intensity: int | None,
    pauses: Pauses | None,
    timings: Literal["word"] | None,
    idempotency_key: str | None,
    timeout_seconds: float | None,
) -> Call:
    """Return the request for a batch synthesis."""
    body = _voice_options(
        text,
        voice=voice,
        audio_format=audio_format,
        bitrate_kbps=bitrate_kbps,
        speed=speed,
        sample_rate_hz=sample_rate_hz,
        text_type=text_type,
        vocabulary=vocabulary,
    )
    body |= {"mode": "async", "webhookUrl": webhook_url}
    if emphasis_intensity is not None:
        body["emphasisIntensity"] = emphasis_intensity
    if timings is not None:
        body["timings"] = timings
    if pauses is not None:
        marks = {
            "majorBreak": pauses.semicolon,
            "mediumBreak": pauses.comma,
            "sentenceBreak": pauses.sentence,
            "paragraphBreak": pauses.paragraph,
        }
        body["clientPause"] = {name: value for name, value in marks.items() if value is not None}
    return Call(
        method="POST",
        path="/v1/tts",
        json=body,
        idempotency_key=idempotency_key or new_idempotency_key(),
        timeout_seconds=timeout_seconds,
    )


def retrieve_call(request_id: str) -> Call:
    """Return the request for the state of a batch synthesis."""
    return Call(method="GET", path=f"/v1/tts/requests/{quote(request_id, safe='')}")


def download_call(request: SpeechRequest) -> Call:
    """Return the request for the audio of a batch synthesis."""
    raise_if_failed(request)
    if request.audio_link is None:
        raise protocol_error(f"Speech request {request.request_id} is not completed; wait for it first.")
    return Call(method="GET", path=request.audio_link, has_credentials=False)


def read_info(response: httpx.Response) -> SpeechInfo:
    """Read the headers of immediate speech."""
    headers = response.headers
    content_type = headers.get("content-type", "")
    if not content_type.startswith("audio/"):
        raise protocol_error("The answer is not audio.")
    rate = _RATE.search(content_type)
    try:
        return SpeechInfo(
            content_type=content_type,
            characters=int(headers["x-characters"]),
            credits=Decimal(headers["x-credits"]),
            request_id=headers.get("x-request-id"),
            sample_rate_hz=None if rate is None else int(rate[1]),
            warnings=tuple(headers["x-warnings"].split(" | ")) if "x-warnings" in headers else (),
        )
    except (KeyError, ValueError, InvalidOperation) as error:
        raise protocol_error("The answer does not contain the cost of the speech.") from error


def read_request(response: httpx.Response) -> SpeechRequest:
    """Read the state of a batch synthesis."""
    members = Members.parse(response.content)
    error = members.optional_object("error")
    return SpeechRequest(
        request_id=members.text("requestId"),
        status=members.one_of("status", ("PROCESSING", "COMPLETED", "FAILED")),
        audio_link=members.optional_text("audioLink"),
        error=None if error is None else JobError(error.text("code"), error.text("message")),
        words_link=members.optional_text("wordsLink"),
        subtitles_link=members.optional_text("subtitlesLink"),
        warnings=members.optional_texts("warnings"),
    )


def raise_if_failed(request: SpeechRequest) -> None:
    """Raise `JobFailedError` if the request failed."""
    if request.status != "FAILED":
        return
    error = request.error or JobError("INTERNAL_SERVER_ERROR", f"Request {request.request_id} failed.")
    raise JobFailedError(error.message, ErrorDetails(code=error.code))
