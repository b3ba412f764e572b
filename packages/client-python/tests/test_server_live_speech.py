"""Speech streams against a running server, in both forms."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

import pytest

from parlance_client import (
    ApiError,
    AsyncParlance,
    AuthenticationError,
    Cancelled,
    Flushed,
    InvalidRequestError,
    NetworkError,
    NotFoundError,
    Parlance,
    RateLimitError,
    SessionEndedError,
    SpeechAudio,
    SpeechEvent,
    SpeechMark,
    Spoken,
    SpokenWords,
)

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator

    from conftest import Server

TEXT = (
    "Of course. The museum is open today until six, and there is plenty of time to see the new wing. 🎉 Shall I book?"
)


def tokens() -> Iterator[str]:
    """Cut the text like a language model, even in the middle of words."""
    for start in range(0, len(TEXT), 5):
        yield TEXT[start : start + 5]


async def async_tokens() -> AsyncIterator[str]:
    for token in tokens():
        yield token


def audio_of(events: list[SpeechEvent]) -> bytes:
    return b"".join(event.audio for event in events if isinstance(event, SpeechAudio))


def check(events: list[SpeechEvent], audio_seconds: float | None, sample_rate_hz: int) -> None:
    """Check that every word is reported once and in order, and that the audio has the reported length."""
    spoken = [event for event in events if isinstance(event, Spoken)]
    assert len(spoken) > 1
    said = "".join(TEXT[span.start : span.end] for span in spoken)
    assert "".join(said.split()) == "".join(TEXT.split())
    assert spoken[0].start_seconds == 0
    assert [span.start_seconds for span in spoken[1:]] == [span.end_seconds for span in spoken[:-1]]
    assert audio_seconds == spoken[-1].end_seconds
    assert audio_seconds == pytest.approx(len(audio_of(events)) / 2 / sample_rate_hz, abs=0.001)


def test_a_stream(server: Server) -> None:
    with server.client() as parlance, parlance.speak_live(voice="one", session_name="mine") as stream:
        assert len(stream.session_id) > 10
        assert stream.voice.voice == "one"
        assert stream.voice.content_type.startswith("audio/pcm")
        check(list(stream.stream(tokens())), stream.audio_seconds, stream.voice.sample_rate_hz)
        assert stream.characters == len(TEXT)
        assert list(stream) == []


async def test_an_async_stream(server: Server) -> None:
    async with server.async_client() as parlance, parlance.speak_live(voice="one") as stream:
        events = [event async for event in stream.stream(async_tokens())]
        check(events, stream.audio_seconds, stream.voice.sample_rate_hz)
        assert stream.characters == len(TEXT)


def test_words_are_timed(server: Server) -> None:
    with server.client() as parlance, parlance.speak_live(voice="one", timings="word") as stream:
        events = list(stream.stream(["Good morning, ", "dear guests."]))
    words = [word for event in events if isinstance(event, SpokenWords) for word in event.words]
    assert [word.text for word in words] == ["Good", "morning,", "dear", "guests."]
    assert [(word.start, word.end) for word in words] == [(0, 4), (5, 13), (14, 18), (19, 26)]
    assert all(word.start_seconds < word.end_seconds for word in words)


def test_flush_and_cancel(server: Server) -> None:
    with server.client() as parlance, parlance.speak_live(voice="one") as stream:
        stream.write("One moment")
        stream.flush()
        events = iter(stream)
        before = next(event for event in events if isinstance(event, Flushed))
        assert before.characters == len("One moment")
        assert before.audio_seconds > 0
        stream.write("Nobody hears this sentence to its very end")
        stream.cancel()
        dropped = next(event for event in events if isinstance(event, Cancelled))
        assert dropped.characters == before.characters + len("Nobody hears this sentence to its very end")
        stream.write("Sure.")
        stream.finish()
        spoken = [event for event in events if isinstance(event, Spoken)]
        assert [(span.start, span.end) for span in spoken] == [(dropped.characters, dropped.characters + 5)]


async def test_async_flush_and_cancel(server: Server) -> None:
    async with server.async_client() as parlance, parlance.speak_live(voice="one") as stream:
        told: asyncio.Queue[SpeechEvent] = asyncio.Queue()

        async def listen() -> None:
            async for event in stream:
                if not isinstance(event, SpeechAudio):
                    await told.put(event)

        listening = asyncio.create_task(listen())
        await stream.write("One moment")
        await stream.flush()
        assert isinstance(await told.get(), Spoken)
        assert isinstance(await told.get(), Flushed)
        await stream.write("Never mind")
        await stream.cancel()
        await stream.finish()
        await listening
        assert isinstance(told.get_nowait(), Cancelled)
        assert told.empty()


def test_text_may_be_written_from_another_thread(server: Server) -> None:
    with server.client() as parlance, parlance.speak_live(voice="one") as stream:

        def write() -> None:
            for token in tokens():
                stream.write(token)
            stream.finish()

        thread = threading.Thread(target=write)
        thread.start()
        check(list(stream), stream.audio_seconds, stream.voice.sample_rate_hz)
        thread.join()


def test_ssml_with_a_mark(server: Server) -> None:
    with server.client() as parlance, parlance.speak_live(voice="one", text_type="ssml") as stream:
        events = list(stream.stream(['<speak>Good morning. <mark name="he', 're"/>Dear guests.</speak>']))
        assert [event.name for event in events if isinstance(event, SpeechMark)] == ["here"]
        assert stream.characters == len("Good morning. Dear guests.")


def test_mp3(server: Server) -> None:
    with server.client() as parlance:
        with parlance.speak_live(voice="one", audio_format="mp3", bitrate_kbps=32) as stream:
            assert stream.voice.content_type == "audio/mpeg"
            audio = audio_of(list(stream.stream(["Good morning."])))
        assert audio[0] == 0xFF
        assert audio[1] & 0xE0 == 0xE0


def test_a_stream_may_be_left_early(server: Server) -> None:
    with server.client() as parlance:
        with parlance.speak_live(voice="one") as stream:
            stream.write(TEXT)
            assert isinstance(next(iter(stream)), SpeechAudio)
        with pytest.raises(SessionEndedError):
            stream.write("more")
        with pytest.raises(SessionEndedError):
            stream.flush()
        with pytest.raises(NetworkError):
            list(stream)
        unopened = parlance.speak_live()
        with pytest.raises(RuntimeError, match="with block"):
            unopened.write("more")
        with pytest.raises(RuntimeError, match="with block"):
            _ = unopened.voice


def test_errors_of_the_writer_are_raised(server: Server) -> None:
    def broken() -> Iterator[str]:
        yield "Good morning. "
        raise OSError("no model")

    with server.client() as parlance, parlance.speak_live(voice="one") as stream:
        events = stream.stream(broken())
        with pytest.raises(OSError, match="no model"):
            list(events)


async def refusals_of(server: Server, credentials: tuple[str, str], voice: str = "one") -> list[ApiError]:
    """Return the errors of both forms for a refused stream."""
    with Parlance(server.url, *credentials) as parlance, pytest.raises(ApiError) as caught:
        parlance.speak_live(voice=voice).__enter__()
    async with AsyncParlance(server.url, *credentials) as async_parlance:
        with pytest.raises(ApiError) as caught_async:
            await async_parlance.speak_live(voice=voice).__aenter__()
    return [caught.value, caught_async.value]


@pytest.mark.parametrize("kind", ["wrong", "foreign", "expired", "revoked"])
async def test_refused_tokens(server: Server, kind: str) -> None:
    for error in await refusals_of(server, server.strangers()[kind]):
        assert isinstance(error, AuthenticationError)
        assert (error.code, error.stage, error.retryable) == ("UNAUTHORIZED", "AUTHENTICATING", False)


async def test_an_unknown_voice(server: Server) -> None:
    for error in await refusals_of(server, (server.app_id, server.token), "nobody"):
        assert isinstance(error, InvalidRequestError)
        assert error.code == "VOICE_NOT_FOUND"


async def test_too_many_streams(server: Server) -> None:
    with Parlance(server.url, *server.single) as parlance, parlance.speak_live(voice="one"):
        for error in await refusals_of(server, server.single):
            assert isinstance(error, RateLimitError)
            assert error.retryable


def test_an_app_without_credits(server: Server) -> None:
    with Parlance(server.url, *server.poor) as parlance, parlance.speak_live(voice="one") as stream:
        events = stream.stream(tokens())
        with pytest.raises(InvalidRequestError) as caught:
            list(events)
        assert caught.value.code == "INSUFFICIENT_CREDIT"


async def test_an_address_without_a_server(server: Server) -> None:
    for address, kind in (("http://127.0.0.1:9", NetworkError), (f"{server.url}/elsewhere", NotFoundError)):
        parlance = Parlance(address, server.app_id, server.token)
        with pytest.raises(kind), parlance.speak_live():
            pass
        async_parlance = AsyncParlance(address, server.app_id, server.token)
        with pytest.raises(kind):
            async with async_parlance.speak_live():
                pass
