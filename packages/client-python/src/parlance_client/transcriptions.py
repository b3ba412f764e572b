"""Transcription of recordings: immediate, and as a job."""

from __future__ import annotations

import asyncio
import json
import os
import time
from pathlib import Path
from typing import IO, TYPE_CHECKING, Literal
from urllib.parse import quote

from ._decode import Members
from ._transport import Call, new_idempotency_key
from ._waiting import POLL_SECONDS, Polls
from ._words import words_of
from .errors import ErrorDetails, JobFailedError
from .models import Transcript, Utterance, VocabularyTerm

if TYPE_CHECKING:
    from collections.abc import Sequence

    import httpx

    from ._transport import AsyncTransport, SyncTransport

Recording = bytes | os.PathLike[str] | IO[bytes]
"""A WAV file: its bytes, its path, or an open binary file, which is read completely."""

Channels = Literal["mixed", "separate"]


def _call(
    recording: Recording | None,
    *,
    mode: Literal["sync", "async"],
    audio_url: str | None,
    webhook_url: str | None,
    language: str | None,
    words: bool,
    channels: Channels | None,
    vocabulary: Sequence[VocabularyTerm],
    idempotency_key: str | None,
    timeout_seconds: float | None,
) -> Call:
    if (recording is None) == (audio_url is None):
        raise ValueError("Give either a recording or audio_url.")
    form: dict[str, str] = {"mode": mode}
    if webhook_url is not None:
        form["webhookUrl"] = webhook_url
    if language is not None:
        form["language"] = language
    if words:
        form["words"] = "true"
    if channels is not None:
        form["channels"] = channels
    if vocabulary:
        form["vocabulary"] = json.dumps([term.to_wire() for term in vocabulary])
    if audio_url is not None:
        form["audioUrl"] = audio_url
    file: bytes | Path | None
    if recording is None or isinstance(recording, bytes):
        file = recording
    elif isinstance(recording, os.PathLike):
        file = Path(recording)
    else:
        file = recording.read()
    return Call(
        method="POST",
        path="/v1/stt",
        form=form,
        file=file,
        idempotency_key=idempotency_key or new_idempotency_key(),
        timeout_seconds=timeout_seconds,
    )


def _retrieve_call(transcript_id: str) -> Call:
    return Call(method="GET", path=f"/v1/stt/transcripts/{quote(transcript_id, safe='')}")


def _read(response: httpx.Response) -> Transcript:
    members = Members.parse(response.content)
    return Transcript(
        transcript_id=members.text("transcriptId"),
        status=members.one_of("status", ("PENDING", "PROCESSING", "COMPLETED", "FAILED")),
        text=members.text("transcript"),
        utterances=tuple(
            Utterance(
                part.text("text"),
                part.number("startTime"),
                part.number("endTime"),
                words_of(part),
                part.optional_integer("channel"),
            )
            for part in members.objects("utterances")
        ),
        audio_seconds=members.integer("audioDurationSeconds"),
        error_message=members.optional_text("errorMessage"),
        language=members.optional_text("language"),
    )


def _raise_if_failed(transcript: Transcript) -> None:
    if transcript.status == "FAILED":
        message = transcript.error_message or f"Transcript {transcript.transcript_id} failed."
        raise JobFailedError(message, ErrorDetails(code="RECOGNIZE_FAILED"))


class TranscriptionResource:
    """`Parlance.transcriptions`."""

    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def create(
        self,
        recording: Recording | None = None,
        *,
        audio_url: str | None = None,
        language: str | None = None,
        words: bool = False,
        channels: Channels | None = None,
        vocabulary: Sequence[VocabularyTerm] = (),
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
    ) -> Transcript:
        """Transcribe a recording below 10 seconds and 10 MB.

        Args:
            recording: A WAV file; other formats if the server's setting ``recordingFormats`` allows them.
            audio_url: An address from which the server fetches the recording instead.
            language: Such as ``en`` or ``de-AT``; chooses among the installed recognizers.
            words: Whether utterances have word timings.
            channels: ``separate`` recognizes each channel separately, and utterances have ``channel``. Without it,
                or with ``mixed``, the mean of all channels is recognized.
            vocabulary: Terms to recognize correctly, in addition to those of the app.
            idempotency_key: A call with the same key within 24 hours returns the first transcript. Without it each
                call has its own key, so that its retries are not charged twice.
            timeout_seconds: Overrides the client's timeout, for connecting and for each read and write.

        """
        call = _call(
            recording,
            mode="sync",
            audio_url=audio_url,
            webhook_url=None,
            language=language,
            words=words,
            channels=channels,
            vocabulary=vocabulary,
            idempotency_key=idempotency_key,
            timeout_seconds=timeout_seconds,
        )
        return _read(self._transport.send(call))

    def submit(
        self,
        recording: Recording | None = None,
        *,
        audio_url: str | None = None,
        webhook_url: str | None = None,
        language: str | None = None,
        words: bool = False,
        channels: Channels | None = None,
        vocabulary: Sequence[VocabularyTerm] = (),
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
    ) -> Transcript:
        """Submit a recording below 100 MB as a job, with the options of `create` and an address for the result."""
        call = _call(
            recording,
            mode="async",
            audio_url=audio_url,
            webhook_url=webhook_url,
            language=language,
            words=words,
            channels=channels,
            vocabulary=vocabulary,
            idempotency_key=idempotency_key,
            timeout_seconds=timeout_seconds,
        )
        return _read(self._transport.send(call))

    def retrieve(self, transcript_id: str) -> Transcript:
        """Return the state of a transcript."""
        return _read(self._transport.send(_retrieve_call(transcript_id)))

    def wait(
        self, transcript_id: str, *, poll_seconds: float = POLL_SECONDS, timeout_seconds: float | None = None
    ) -> Transcript:
        """Wait until a transcript is completed.

        Raises:
            JobFailedError: The transcription failed.
            RequestTimeoutError: It is not completed after ``timeout_seconds``; ``None`` waits without a limit.

        """
        polls = Polls(f"Transcript {transcript_id}", poll_seconds, timeout_seconds)
        while True:
            transcript = self.retrieve(transcript_id)
            _raise_if_failed(transcript)
            if transcript.status == "COMPLETED":
                return transcript
            time.sleep(polls.next_delay_seconds())


class AsyncTranscriptionResource:
    """`AsyncParlance.transcriptions`. It has the methods of `TranscriptionResource`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        recording: Recording | None = None,
        *,
        audio_url: str | None = None,
        language: str | None = None,
        words: bool = False,
        channels: Channels | None = None,
        vocabulary: Sequence[VocabularyTerm] = (),
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
    ) -> Transcript:
        """See `TranscriptionResource.create`."""
        call = _call(
            recording,
            mode="sync",
            audio_url=audio_url,
            webhook_url=None,
            language=language,
            words=words,
            channels=channels,
            vocabulary=vocabulary,
            idempotency_key=idempotency_key,
            timeout_seconds=timeout_seconds,
        )
        return _read(await self._transport.send(call))

    async def submit(
        self,
        recording: Recording | None = None,
        *,
        audio_url: str | None = None,
        webhook_url: str | None = None,
        language: str | None = None,
        words: bool = False,
        channels: Channels | None = None,
        vocabulary: Sequence[VocabularyTerm] = (),
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
    ) -> Transcript:
        """See `TranscriptionResource.submit`."""
        call = _call(
            recording,
            mode="async",
            audio_url=audio_url,
            webhook_url=webhook_url,
            language=language,
            words=words,
            channels=channels,
            vocabulary=vocabulary,
            idempotency_key=idempotency_key,
            timeout_seconds=timeout_seconds,
        )
        return _read(await self._transport.send(call))

    async def retrieve(self, transcript_id: str) -> Transcript:
        """See `TranscriptionResource.retrieve`."""
        return _read(await self._transport.send(_retrieve_call(transcript_id)))

    async def wait(
        self, transcript_id: str, *, poll_seconds: float = POLL_SECONDS, timeout_seconds: float | None = None
    ) -> Transcript:
        """See `TranscriptionResource.wait`."""
        polls = Polls(f"Transcript {transcript_id}", poll_seconds, timeout_seconds)
        while True:
            transcript = await self.retrieve(transcript_id)
            _raise_if_failed(transcript)
            if transcript.status == "COMPLETED":
                return transcript
            await asyncio.sleep(polls.next_delay_seconds())
