"""Live recognition against a running server, in both forms."""

from __future__ import annotations

import array
import asyncio
import logging
import math
import pickle
import threading
from typing import TYPE_CHECKING, Literal, cast

import pytest

from parlance_client import (
    ApiError,
    AsyncParlance,
    AuthenticationError,
    FinalResult,
    InsufficientSecondsError,
    InterimResult,
    InvalidRequestError,
    LiveEvent,
    NetworkError,
    NotFoundError,
    Parlance,
    RateLimitError,
    SessionEndedError,
    SessionTimeoutError,
    VocabularyTerm,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from conftest import Server

RATE_HZ = 16_000


def hum(seconds: float) -> bytes:
    samples = (math.sin(index / RATE_HZ * 200 * 2 * math.pi) * 16_000 for index in range(int(seconds * RATE_HZ)))
    return array.array("h", [round(sample) for sample in samples]).tobytes()


def silence(seconds: float) -> bytes:
    return bytes(2 * int(seconds * RATE_HZ))


SPOKEN = hum(0.6) + silence(1.2) + hum(0.6) + silence(1.2)
"""Two utterances, separated by silence."""


def pieces(pcm: bytes, size: int = 1185) -> Iterator[bytes]:
    """Cut audio so that every piece ends in the middle of a sample."""
    for start in range(0, len(pcm), size):
        yield pcm[start : start + size]


async def async_pieces(pcm: bytes) -> AsyncIterator[bytes]:
    for piece in pieces(pcm):
        yield piece


def finals(events: list[LiveEvent]) -> list[str]:
    return [event.text for event in events if isinstance(event, FinalResult)]


def check(events: list[LiveEvent], total_utterances: int | None) -> None:
    assert finals(events) == ["one two three", "one two three"]
    assert total_utterances == 2
    first, second = (event for event in events if event.type == "final")
    assert first.speech_type == "detected-speech"
    assert 0 <= first.voice_start_seconds < first.voice_end_seconds <= first.end_seconds < second.voice_start_seconds
    for event in events:
        assert isinstance(event, FinalResult | InterimResult)


def test_a_vocabulary_of_a_session(server: Server) -> None:
    terms = (VocabularyTerm(term="Toomey", heard_as=("two",)),)
    with server.client() as parlance, parlance.transcribe_live(vocabulary=terms) as session:
        events = [event for event in session.stream(pieces(SPOKEN)) if isinstance(event, FinalResult)]
    assert [(event.text, event.raw_text) for event in events] == [("one Toomey three", "one two three")] * 2


def test_a_session(server: Server) -> None:
    with server.client() as parlance, parlance.transcribe_live(interim_results=True, session_name="mine") as session:
        assert len(session.session_id) > 10
        check(list(session.stream(pieces(SPOKEN))), session.total_utterances)
        assert list(session) == []


async def test_an_async_session(server: Server) -> None:
    async with server.async_client() as parlance, parlance.transcribe_live(interim_results=True) as session:
        assert len(session.session_id) > 10
        events = [event async for event in session.stream(async_pieces(SPOKEN))]
        check(events, session.total_utterances)


def test_audio_may_be_sent_before_any_event_is_read(server: Server) -> None:
    with server.client() as parlance, parlance.transcribe_live() as session:
        session.send(SPOKEN)
        session.send(b"")
        session.finish()
        assert finals(list(session)) == ["one two three"] * 2


def test_audio_may_be_sent_from_another_thread(server: Server) -> None:
    with server.client() as parlance, parlance.transcribe_live() as session:

        def speak() -> None:
            session.send(SPOKEN)
            session.finish()

        thread = threading.Thread(target=speak)
        thread.start()
        assert finals(list(session)) == ["one two three"] * 2
        thread.join()


async def test_async_audio_may_be_sent_from_another_task(server: Server) -> None:
    async with server.async_client() as parlance, parlance.transcribe_live() as session:

        async def speak() -> None:
            await session.send(SPOKEN)
            await session.finish()

        task = asyncio.create_task(speak())
        assert finals([event async for event in session]) == ["one two three"] * 2
        await task


def test_a_session_may_be_left_early(server: Server) -> None:
    with server.client() as parlance:
        with parlance.transcribe_live() as session:
            session.send(SPOKEN)
            assert next(iter(session)).text == "one two three"
        with pytest.raises(SessionEndedError):
            session.send(SPOKEN)
        with pytest.raises(SessionEndedError):
            session.finish()
        with pytest.raises(NetworkError):
            list(session)
        unopened = parlance.transcribe_live()
        with pytest.raises(RuntimeError, match="with block"):
            unopened.send(SPOKEN)


def test_errors_of_the_source_are_raised(server: Server) -> None:
    def broken() -> Iterator[bytes]:
        yield SPOKEN
        raise OSError("no microphone")

    with server.client() as parlance, parlance.transcribe_live() as session:
        events = session.stream(broken())
        with pytest.raises(OSError, match="no microphone"):
            list(events)


async def test_errors_of_an_async_source_are_raised(server: Server) -> None:
    async def broken() -> AsyncIterator[bytes]:
        yield SPOKEN
        raise OSError("no microphone")

    async with server.async_client() as parlance, parlance.transcribe_live() as session:
        with pytest.raises(OSError, match="no microphone"):
            async for _ in session.stream(broken()):
                pass


def test_no_speech_for_too_long(server: Server) -> None:
    with server.client() as parlance, parlance.transcribe_live(no_input_timeout_ms=3000) as session:
        events = session.stream([silence(5)])
        with pytest.raises(SessionTimeoutError) as caught:
            list(events)
    assert (caught.value.code, caught.value.stage, caught.value.retryable) == ("NO_INPUT_TIMEOUT", "STREAMING", False)


async def refusals_of(server: Server, credentials: tuple[str, str], rate_hz: int = 16_000) -> list[ApiError]:
    """Return the errors of both forms for a refused session."""
    rate = cast("Literal[16000]", rate_hz)
    with Parlance(server.url, *credentials) as parlance, pytest.raises(ApiError) as caught:
        parlance.transcribe_live(sample_rate_hz=rate).__enter__()
    async with AsyncParlance(server.url, *credentials) as async_parlance:
        with pytest.raises(ApiError) as caught_async:
            await async_parlance.transcribe_live(sample_rate_hz=rate).__aenter__()
    return [caught.value, caught_async.value]


@pytest.mark.parametrize("kind", ["wrong", "foreign", "expired", "revoked"])
async def test_refused_tokens(server: Server, kind: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    for error in await refusals_of(server, server.strangers()[kind]):
        assert isinstance(error, AuthenticationError)
        assert (error.code, error.stage, error.retryable) == ("UNAUTHORIZED", "AUTHENTICATING", False)
        assert isinstance(pickle.loads(pickle.dumps(error)), AuthenticationError)  # noqa: S301
    assert "Authorization: [redacted]" in caplog.text
    assert server.strangers()[kind][1] not in caplog.text


async def test_an_app_without_seconds(server: Server) -> None:
    for error in await refusals_of(server, server.broke):
        assert isinstance(error, InsufficientSecondsError)


async def test_too_many_sessions(server: Server) -> None:
    with Parlance(server.url, *server.single) as parlance, parlance.transcribe_live():
        for error in await refusals_of(server, server.single):
            assert isinstance(error, RateLimitError)
            assert error.retryable


async def test_a_value_out_of_range(server: Server) -> None:
    for error in await refusals_of(server, (server.app_id, server.token), 11_025):
        assert isinstance(error, InvalidRequestError)
        assert error.code == "STT_INVALID_SAMPLE_RATE"


async def test_an_address_without_a_server(server: Server) -> None:
    for address, kind in (("http://127.0.0.1:9", NetworkError), (f"{server.url}/elsewhere", NotFoundError)):
        parlance = Parlance(address, server.app_id, server.token)
        with pytest.raises(kind), parlance.transcribe_live():
            pass
        async_parlance = AsyncParlance(address, server.app_id, server.token)
        with pytest.raises(kind):
            async with async_parlance.transcribe_live():
                pass
