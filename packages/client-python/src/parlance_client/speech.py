"""Text to speech: complete, as a stream, and as a job."""

from __future__ import annotations

import asyncio
import time
from contextlib import asynccontextmanager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from . import _speech_calls as calls
from ._waiting import POLL_SECONDS, Polls
from .models import AudioFormat, Pauses, Speech, SpeechInfo, SpeechRequest, TextType, VocabularyTerm

if TYPE_CHECKING:
    import os
    from collections.abc import AsyncGenerator, AsyncIterator, Generator, Iterator, Sequence

    import httpx

    from ._transport import AsyncTransport, SyncTransport


class SpeechStream:
    """Speech while it is synthesized. Iterate over it once; chunks have any size."""

    def __init__(self, response: httpx.Response) -> None:
        self.info: SpeechInfo = calls.read_info(response)
        self._response = response

    def __iter__(self) -> Iterator[bytes]:
        """Return an iterator over the audio as it arrives."""
        return self._response.iter_bytes()

    def write_to_file(self, path: str | os.PathLike[str]) -> None:
        """Write the rest of the audio to a file."""
        with Path(path).open("wb") as file:
            file.writelines(self)


class AsyncSpeechStream:
    """Speech while it is synthesized. Iterate over it once; chunks have any size."""

    def __init__(self, response: httpx.Response) -> None:
        self.info: SpeechInfo = calls.read_info(response)
        self._response = response

    def __aiter__(self) -> AsyncIterator[bytes]:
        """Return an iterator over the audio as it arrives."""
        return self._response.aiter_bytes()

    async def write_to_file(self, path: str | os.PathLike[str]) -> None:
        """Write the rest of the audio to a file."""
        with await asyncio.to_thread(Path(path).open, "wb") as file:
            async for chunk in self:
                await asyncio.to_thread(file.write, chunk)


class SpeechResource:
    """`Parlance.speech`."""

    def __init__(self, transport: SyncTransport) -> None:
        self._transport = transport

    def create(
        self,
        text: str,
        *,
        voice: str,
        audio_format: AudioFormat = "mp3",
        bitrate_kbps: int | None = None,
        speed: float | None = None,
        sample_rate_hz: int | None = None,
        text_type: TextType | None = None,
        vocabulary: Sequence[VocabularyTerm] = (),
        use_cache: bool = True,
        timeout_seconds: float | None = None,
    ) -> Speech:
        """Synthesize up to 300 characters, or the server's limit, and return the complete audio.

        Args:
            text: The text; leading and trailing spaces are not counted.
            voice: Code of a realtime voice, such as ``joe``.
            audio_format: PCM is 16-bit little-endian mono.
            bitrate_kbps: 8, 16, 32, 64 or 128, for MP3.
            speed: 0.25 to 1.9.
            sample_rate_hz: 8000 to 48000, up to the voice's own rate.
            text_type: ``ssml`` for a ``<speak>`` document; ``None`` for plain text.
            vocabulary: Terms to pronounce correctly, in addition to those of the app.
            use_cache: Whether the server may return audio of the same text from its cache.
            timeout_seconds: Overrides the client's timeout, for connecting and for each read and write.

        """
        with self.stream(
            text,
            voice=voice,
            audio_format=audio_format,
            bitrate_kbps=bitrate_kbps,
            speed=speed,
            sample_rate_hz=sample_rate_hz,
            text_type=text_type,
            vocabulary=vocabulary,
            use_cache=use_cache,
            timeout_seconds=timeout_seconds,
        ) as stream:
            return Speech(b"".join(stream), stream.info)

    @contextmanager
    def stream(
        self,
        text: str,
        *,
        voice: str,
        audio_format: AudioFormat = "mp3",
        bitrate_kbps: int | None = None,
        speed: float | None = None,
        sample_rate_hz: int | None = None,
        text_type: TextType | None = None,
        vocabulary: Sequence[VocabularyTerm] = (),
        use_cache: bool = True,
        timeout_seconds: float | None = None,
    ) -> Generator[SpeechStream, None, None]:
        """Synthesize like `create`, and return the audio while it is synthesized.

        Leaving the ``with`` block stops the synthesis. If the server fails in the middle, the iteration raises
        `NetworkError`, since the audio is incomplete.
        """
        call = calls.create_call(
            text,
            voice=voice,
            audio_format=audio_format,
            bitrate_kbps=bitrate_kbps,
            speed=speed,
            sample_rate_hz=sample_rate_hz,
            text_type=text_type,
            vocabulary=vocabulary,
            use_cache=use_cache,
            timeout_seconds=timeout_seconds,
        )
        with self._transport.stream(call) as response:
            yield SpeechStream(response)

    def submit(
        self,
        text: str,
        *,
        voice: str,
        webhook_url: str,
        audio_format: AudioFormat = "mp3",
        bitrate_kbps: int | None = None,
        speed: float | None = None,
        sample_rate_hz: int | None = None,
        text_type: TextType | None = None,
        vocabulary: Sequence[VocabularyTerm] = (),
        emphasis_intensity: int | None = None,
        pauses: Pauses | None = None,
        timings: Literal["word"] | None = None,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
    ) -> SpeechRequest:
        """Submit a text of up to 100,000 characters as a job.

        Args:
            text: The text.
            voice: Code of any voice.
            webhook_url: Where the server posts the result; see `verify_webhook`.
            audio_format: ``mp3`` or ``wav``; jobs do not support PCM.
            bitrate_kbps: See `create`.
            speed: See `create`.
            sample_rate_hz: See `create`.
            text_type: See `create`.
            vocabulary: See `create`.
            timings: ``word`` for word timings, see ``words_link`` and ``subtitles_link``.
            emphasis_intensity: 0 to 100, a multiple of 10.
            pauses: Pauses at punctuation marks.
            idempotency_key: A call with the same key within 24 hours returns the first request. Without it each call
                has its own key, so that its retries are not charged twice.
            timeout_seconds: See `create`.

        """
        call = calls.submit_call(
            text,
            voice=voice,
            webhook_url=webhook_url,
            audio_format=audio_format,
            bitrate_kbps=bitrate_kbps,
            speed=speed,
            sample_rate_hz=sample_rate_hz,
            text_type=text_type,
            vocabulary=vocabulary,
            emphasis_intensity=emphasis_intensity,
            pauses=pauses,
            timings=timings,
            idempotency_key=idempotency_key,
            timeout_seconds=timeout_seconds,
        )
        return calls.read_request(self._transport.send(call))

    def retrieve(self, request_id: str) -> SpeechRequest:
        """Return the state of a request; a completed one has a new link to its audio."""
        return calls.read_request(self._transport.send(calls.retrieve_call(request_id)))

    def wait(
        self, request_id: str, *, poll_seconds: float = POLL_SECONDS, timeout_seconds: float | None = None
    ) -> SpeechRequest:
        """Wait until a request is completed.

        Raises:
            JobFailedError: The request failed.
            RequestTimeoutError: It is not completed after ``timeout_seconds``; ``None`` waits without a limit.

        """
        polls = Polls(f"Speech request {request_id}", poll_seconds, timeout_seconds)
        while True:
            request = self.retrieve(request_id)
            calls.raise_if_failed(request)
            if request.status == "COMPLETED":
                return request
            time.sleep(polls.next_delay_seconds())

    def download(self, request_id: str) -> bytes:
        """Return the audio of a completed request."""
        call = calls.download_call(self.retrieve(request_id))
        return self._transport.send(call).content

    def download_to_file(self, request_id: str, path: str | os.PathLike[str]) -> None:
        """Write the audio of a completed request to a file, without keeping it in memory."""
        call = calls.download_call(self.retrieve(request_id))
        with self._transport.stream(call) as response, Path(path).open("wb") as file:
            file.writelines(response.iter_bytes())


class AsyncSpeechResource:
    """`AsyncParlance.speech`. It has the methods of `SpeechResource`."""

    def __init__(self, transport: AsyncTransport) -> None:
        self._transport = transport

    async def create(
        self,
        text: str,
        *,
        voice: str,
        audio_format: AudioFormat = "mp3",
        bitrate_kbps: int | None = None,
        speed: float | None = None,
        sample_rate_hz: int | None = None,
        text_type: TextType | None = None,
        vocabulary: Sequence[VocabularyTerm] = (),
        use_cache: bool = True,
        timeout_seconds: float | None = None,
    ) -> Speech:
        """See `SpeechResource.create`."""
        async with self.stream(
            text,
            voice=voice,
            audio_format=audio_format,
            bitrate_kbps=bitrate_kbps,
            speed=speed,
            sample_rate_hz=sample_rate_hz,
            text_type=text_type,
            vocabulary=vocabulary,
            use_cache=use_cache,
            timeout_seconds=timeout_seconds,
        ) as stream:
            return Speech(b"".join([chunk async for chunk in stream]), stream.info)

    @asynccontextmanager
    async def stream(
        self,
        text: str,
        *,
        voice: str,
        audio_format: AudioFormat = "mp3",
        bitrate_kbps: int | None = None,
        speed: float | None = None,
        sample_rate_hz: int | None = None,
        text_type: TextType | None = None,
        vocabulary: Sequence[VocabularyTerm] = (),
        use_cache: bool = True,
        timeout_seconds: float | None = None,
    ) -> AsyncGenerator[AsyncSpeechStream, None]:
        """See `SpeechResource.stream`."""
        call = calls.create_call(
            text,
            voice=voice,
            audio_format=audio_format,
            bitrate_kbps=bitrate_kbps,
            speed=speed,
            sample_rate_hz=sample_rate_hz,
            text_type=text_type,
            vocabulary=vocabulary,
            use_cache=use_cache,
            timeout_seconds=timeout_seconds,
        )
        async with self._transport.stream(call) as response:
            yield AsyncSpeechStream(response)

    async def submit(
        self,
        text: str,
        *,
        voice: str,
        webhook_url: str,
        audio_format: AudioFormat = "mp3",
        bitrate_kbps: int | None = None,
        speed: float | None = None,
        sample_rate_hz: int | None = None,
        text_type: TextType | None = None,
        vocabulary: Sequence[VocabularyTerm] = (),
        emphasis_intensity: int | None = None,
        pauses: Pauses | None = None,
        timings: Literal["word"] | None = None,
        idempotency_key: str | None = None,
        timeout_seconds: float | None = None,
    ) -> SpeechRequest:
        """See `SpeechResource.submit`."""
        call = calls.submit_call(
            text,
            voice=voice,
            webhook_url=webhook_url,
            audio_format=audio_format,
            bitrate_kbps=bitrate_kbps,
            speed=speed,
            sample_rate_hz=sample_rate_hz,
            text_type=text_type,
            vocabulary=vocabulary,
            emphasis_intensity=emphasis_intensity,
            pauses=pauses,
            timings=timings,
            idempotency_key=idempotency_key,
            timeout_seconds=timeout_seconds,
        )
        return calls.read_request(await self._transport.send(call))

    async def retrieve(self, request_id: str) -> SpeechRequest:
        """See `SpeechResource.retrieve`."""
        return calls.read_request(await self._transport.send(calls.retrieve_call(request_id)))

    async def wait(
        self, request_id: str, *, poll_seconds: float = POLL_SECONDS, timeout_seconds: float | None = None
    ) -> SpeechRequest:
        """See `SpeechResource.wait`."""
        polls = Polls(f"Speech request {request_id}", poll_seconds, timeout_seconds)
        while True:
            request = await self.retrieve(request_id)
            calls.raise_if_failed(request)
            if request.status == "COMPLETED":
                return request
            await asyncio.sleep(polls.next_delay_seconds())

    async def download(self, request_id: str) -> bytes:
        """See `SpeechResource.download`."""
        call = calls.download_call(await self.retrieve(request_id))
        return (await self._transport.send(call)).content

    async def download_to_file(self, request_id: str, path: str | os.PathLike[str]) -> None:
        """See `SpeechResource.download_to_file`."""
        call = calls.download_call(await self.retrieve(request_id))
        async with self._transport.stream(call) as response:
            with await asyncio.to_thread(Path(path).open, "wb") as file:
                async for chunk in response.aiter_bytes():
                    await asyncio.to_thread(file.write, chunk)
