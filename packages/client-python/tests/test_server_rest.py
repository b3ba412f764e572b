"""The REST client against a running server."""

from __future__ import annotations

import io
import queue
import threading
import wave
from contextlib import contextmanager
from datetime import datetime, timezone
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import TYPE_CHECKING

import pytest

from parlance_client import (
    AsyncParlance,
    AuthenticationError,
    IdempotencyConflictError,
    InsufficientSecondsError,
    InvalidRequestError,
    JobFailedError,
    NotFoundError,
    Parlance,
    PermissionDeniedError,
    VocabularyTerm,
    WebhookVerificationError,
    verify_webhook,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

    from conftest import Server

TEXT = "one two three four five"
Received = queue.Queue[tuple[bytes, dict[str, str]]]


@contextmanager
def receiver() -> Generator[tuple[str, Received], None, None]:
    """Receive webhooks at a local address."""
    received: Received = queue.Queue()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["content-length"]))
            received.put((body, dict(self.headers)))
            self.send_response(204)
            self.end_headers()

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the name in the base class
            pass

    with HTTPServer(("127.0.0.1", 0), Handler) as http:
        thread = threading.Thread(target=http.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{http.server_port}/hook", received
        finally:
            http.shutdown()
            thread.join()


def seconds_of(wav: bytes) -> float:
    """Return the length from the data, since the header of a stream has no size."""
    with wave.open(io.BytesIO(wav)) as file:
        return len(file.readframes(file.getnframes())) / 2 / int(file.getframerate())


def spoken(parlance: Parlance) -> bytes:
    return parlance.speech.create(TEXT, voice="one", audio_format="wav").audio


def test_immediate_speech_reports_its_cost(server: Server) -> None:
    with server.client() as parlance:
        speech = parlance.speech.create("  fifteen chars!  ", voice="one", audio_format="pcm")
        assert speech.info.characters == 14
        assert speech.info.credits == 14
        assert speech.info.sample_rate_hz == 16_000
        assert len(speech.audio) / 2 / 16_000 == pytest.approx(14 / 15, abs=0.1)
        assert parlance.speech.create(TEXT, voice="one").info.content_type == "audio/mpeg"
        assert seconds_of(spoken(parlance)) > 1


def test_a_stream_may_be_left_early(server: Server) -> None:
    with server.client() as parlance:
        with parlance.speech.stream(TEXT, voice="one", audio_format="pcm") as stream:
            assert len(next(iter(stream))) > 0
        assert len(parlance.voices.list(limit=1).voices) == 1


def test_batch_speech_and_its_webhook(server: Server, tmp_path: Path) -> None:
    with server.client() as parlance, receiver() as (url, received):
        submitted = parlance.speech.submit(TEXT, voice="one", webhook_url=url, audio_format="wav")
        completed = parlance.speech.wait(submitted.request_id, poll_seconds=0.05)
        assert completed.audio_link is not None
        parlance.speech.download_to_file(submitted.request_id, tmp_path / "a.wav")
        assert (tmp_path / "a.wav").read_bytes() == parlance.speech.download(submitted.request_id)
        assert seconds_of((tmp_path / "a.wav").read_bytes()) > 1
        body, headers = received.get()
        result = verify_webhook(body, headers, server.webhook_secret)
        assert (result["request_id"], result["status"]) == (submitted.request_id, "SUCCESS")
        with pytest.raises(WebhookVerificationError):
            verify_webhook(body + b" ", headers, server.webhook_secret)


def test_a_batch_that_fails(server: Server) -> None:
    with server.client() as parlance, receiver() as (url, _):
        submitted = parlance.speech.submit(TEXT, voice="one", webhook_url=url, audio_format="pcm")
        with pytest.raises(JobFailedError, match="pcm"):
            parlance.speech.wait(submitted.request_id, poll_seconds=0.05)


def test_a_repeated_key_is_done_once(server: Server) -> None:
    with server.client() as parlance, receiver() as (url, _):
        first = parlance.speech.submit(TEXT, voice="one", webhook_url=url, idempotency_key="python-1")
        again = parlance.speech.submit(TEXT, voice="one", webhook_url=url, idempotency_key="python-1")
        assert again.request_id == first.request_id
        with pytest.raises(IdempotencyConflictError):
            parlance.speech.submit("Another", voice="one", webhook_url=url, idempotency_key="python-1")


def test_immediate_transcription_and_a_job(server: Server, tmp_path: Path) -> None:
    with server.client() as parlance, receiver() as (url, received):
        wav = spoken(parlance)
        path = tmp_path / "a.wav"
        path.write_bytes(wav)
        at_once = parlance.transcriptions.create(wav)
        assert (at_once.status, at_once.text) == ("COMPLETED", "one two three")
        submitted = parlance.transcriptions.submit(path, webhook_url=url)
        assert submitted.status == "PENDING"
        waited = parlance.transcriptions.wait(submitted.transcript_id, poll_seconds=0.05)
        assert waited.text == "one two three"
        assert waited.utterances[0].end_seconds > waited.utterances[0].start_seconds
        result = verify_webhook(*received.get(), server.webhook_secret)
        assert result["transcriptId"] == submitted.transcript_id


def test_a_vocabulary_of_a_call(server: Server) -> None:
    terms = (VocabularyTerm(term="Toomey", said_as="too me", heard_as=("two",)),)
    with server.client() as parlance:
        wav = parlance.speech.create(TEXT, voice="one", audio_format="wav", vocabulary=terms).audio
        assert parlance.transcriptions.create(wav, vocabulary=terms).text == "one Toomey three"
        assert parlance.transcriptions.create(wav).text == "one two three"
        with pytest.raises(InvalidRequestError, match=r"vocabulary\.0\.term has 81 characters; the limit is 80"):
            parlance.transcriptions.create(wav, vocabulary=(VocabularyTerm(term="a" * 81),))


def test_a_client_token_is_for_live_speech(server: Server) -> None:
    with server.client() as parlance:
        created = parlance.client_tokens.create(expires_in_seconds=60)
        once = parlance.client_tokens.create(max_uses=1)
    assert (created.max_uses, once.max_uses) == (None, 1)
    assert created.expires_at > datetime.now(timezone.utc)
    assert created.token not in repr(created)
    with Parlance(server.url, created.app_id, created.token) as browser:
        assert browser.speech.create(TEXT, voice="one").audio
        with pytest.raises(PermissionDeniedError):
            browser.speech.submit(TEXT, voice="one", webhook_url="http://127.0.0.1/")
    with Parlance(server.url, once.app_id, once.token) as browser:
        assert browser.speech.create(TEXT, voice="one").audio
        with pytest.raises(AuthenticationError):
            browser.speech.create(TEXT, voice="one")


def test_refusals(server: Server) -> None:
    with server.client() as parlance:
        with pytest.raises(InvalidRequestError, match="nobody") as caught:
            parlance.speech.create(TEXT, voice="nobody")
        assert caught.value.code == "BAD_REQUEST"
        assert caught.value.request_id is not None
        with pytest.raises(NotFoundError) as unknown:
            parlance.transcriptions.retrieve("none/at all?")
        assert unknown.value.code == "JOB_NOT_FOUND"
        with pytest.raises(InvalidRequestError):
            parlance.speech.retrieve("none")
        with pytest.raises(InvalidRequestError):
            parlance.transcriptions.create(b"no recording")
    with Parlance(server.url, *server.poor) as poor:
        with pytest.raises(InvalidRequestError):
            poor.speech.create(TEXT, voice="one")
        with server.client() as rich, pytest.raises(InsufficientSecondsError) as broke:
            poor.transcriptions.create(spoken(rich))
        assert broke.value.code == "STT_INSUFFICIENT_SECONDS"


@pytest.mark.parametrize("kind", ["wrong", "foreign", "expired", "revoked"])
async def test_refused_tokens(server: Server, kind: str) -> None:
    credentials = server.strangers()[kind]
    with Parlance(server.url, *credentials) as stranger:
        calls: tuple[Callable[[], object], ...] = (
            stranger.voices.list,
            lambda: stranger.speech.create(TEXT, voice="one"),
            lambda: stranger.transcriptions.create(b"RIFF"),
            stranger.client_tokens.create,
        )
        for call in calls:
            with pytest.raises(AuthenticationError) as caught:
                call()
            assert (caught.value.status, caught.value.code) == (401, "UNAUTHORIZED")
            assert not caught.value.retryable
    async with AsyncParlance(server.url, *credentials) as stranger:
        with pytest.raises(AuthenticationError):
            await stranger.voices.list()


async def test_the_async_form(server: Server, tmp_path: Path) -> None:
    async with server.async_client() as parlance:
        wav = (await parlance.speech.create(TEXT, voice="one", audio_format="wav")).audio
        (tmp_path / "a.wav").write_bytes(wav)
        assert (await parlance.transcriptions.create(tmp_path / "a.wav")).text == "one two three"
        submitted = await parlance.transcriptions.submit(wav)
        waited = await parlance.transcriptions.wait(submitted.transcript_id, poll_seconds=0.05)
        assert waited.text == "one two three"
        assert len([voice async for voice in parlance.voices.list_all()]) == 5
        assert (await parlance.voices.list(limit=2)).next_cursor is not None
        assert (await parlance.client_tokens.create()).app_id == server.app_id
        with receiver() as (url, received):
            batch = await parlance.speech.submit(TEXT, voice="one", webhook_url=url)
            await parlance.speech.wait(batch.request_id, poll_seconds=0.05)
            await parlance.speech.download_to_file(batch.request_id, tmp_path / "a.mp3")
            assert (tmp_path / "a.mp3").read_bytes() == await parlance.speech.download(batch.request_id)
            assert verify_webhook(*received.get(), server.webhook_secret)["status"] == "SUCCESS"
