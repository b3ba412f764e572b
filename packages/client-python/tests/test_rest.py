"""The REST client against scripted answers: its requests, and how it reads the answers."""

from __future__ import annotations

import json
import logging
import pickle
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import httpx
import pytest

from parlance_client import (
    ApiError,
    AsyncParlance,
    AuthenticationError,
    IdempotencyConflictError,
    InsufficientSecondsError,
    InvalidRequestError,
    JobFailedError,
    NetworkError,
    NotFoundError,
    Parlance,
    ParlanceError,
    Pauses,
    PermissionDeniedError,
    ProtocolError,
    RateLimitError,
    RequestTimeoutError,
    RetryPolicy,
    ServerError,
    VocabularyTerm,
    Word,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

TOKEN = "a-secret-token"
AT_ONCE = RetryPolicy(first_delay_seconds=0)
AUDIO_HEADERS = {
    "content-type": "audio/pcm;rate=24000;channels=1;format=s16le",
    "x-characters": "12",
    "x-credits": "12.5",
    "x-request-id": "req-1",
}
TRANSCRIPT = {
    "transcriptId": "t1",
    "status": "COMPLETED",
    "transcript": "good morning",
    "utterances": [{"text": "good morning", "startTime": 0.1, "endTime": 1}],
    "audioDurationSeconds": 2,
    "added": "later",
}


class Script:
    """Scripted answers in order, and a record of the requests."""

    def __init__(self, *answers: httpx.Response | Exception) -> None:
        self.answers = list(answers)
        self.requests: list[httpx.Request] = []

    def __call__(self, request: httpx.Request) -> httpx.Response:
        request.read()
        self.requests.append(request)
        answer = self.answers.pop(0)
        if isinstance(answer, Exception):
            raise answer
        return answer

    def client(self, retry: RetryPolicy = AT_ONCE) -> Parlance:
        http = httpx.Client(transport=httpx.MockTransport(self))
        return Parlance("http://server:1/", "app", TOKEN, retry=retry, http_client=http)

    def async_client(self, retry: RetryPolicy = AT_ONCE) -> AsyncParlance:
        async def answer(request: httpx.Request) -> httpx.Response:
            await request.aread()
            return self(request)

        http = httpx.AsyncClient(transport=httpx.MockTransport(answer))
        return AsyncParlance("http://server:1/", "app", TOKEN, retry=retry, http_client=http)

    def body(self, index: int = -1) -> dict[str, Any]:
        body: dict[str, Any] = json.loads(self.requests[index].content)
        return body


def refused(status: int, code: str = "CODE", **headers: str) -> httpx.Response:
    body = {"error": {"code": code, "message": "What is wrong."}}
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return httpx.Response(status, json=body, headers={"x-request-id": "req-9", **named})


def audio(content: bytes = b"\1\2\3\4") -> httpx.Response:
    return httpx.Response(200, headers=AUDIO_HEADERS, content=content)


def test_ssml_and_its_warnings() -> None:
    warned = {**AUDIO_HEADERS, "x-warnings": "line 1, column 2: a | line 2, column 3: b"}
    script = Script(
        httpx.Response(200, headers=warned, content=b"\1\2"),
        httpx.Response(200, json={"requestId": "r", "status": "PROCESSING", "warnings": ["c"]}),
        httpx.Response(200, json={"requestId": "r", "status": "PROCESSING"}),
    )
    client = script.client()
    speech = client.speech.create("<speak>Hi</speak>", voice="joe", text_type="ssml")
    assert script.body()["textType"] == "ssml"
    assert speech.info.warnings == ("line 1, column 2: a", "line 2, column 3: b")
    submitted = client.speech.submit(
        "<speak>Hi</speak>", voice="joe", webhook_url="https://a.example/", text_type="ssml"
    )
    assert script.body()["textType"] == "ssml"
    assert submitted.warnings == ("c",)
    assert client.speech.submit("Hi", voice="joe", webhook_url="https://a.example/").warnings == ()
    assert "textType" not in script.body()


def test_immediate_speech() -> None:
    script = Script(audio())
    speech = script.client().speech.create(
        "Good morning", voice="joe", audio_format="pcm", speed=1.5, sample_rate_hz=24_000, use_cache=False
    )
    assert speech.audio == b"\1\2\3\4"
    assert speech.info.credits == Decimal("12.5")
    assert (speech.info.characters, speech.info.sample_rate_hz, speech.info.request_id) == (12, 24_000, "req-1")
    assert script.body() == {
        "mode": "sync",
        "text": "Good morning",
        "voiceCode": "joe",
        "outputFormat": "pcm",
        "speed": 1.5,
        "sampleRate": 24_000,
    }
    sent = script.requests[0]
    assert str(sent.url) == "http://server:1/v1/tts"
    assert sent.headers["authorization"] == f"Bearer {TOKEN}"
    assert sent.headers["app-id"] == "app"
    assert sent.headers["cache-control"] == "no-store"
    assert "idempotency-key" not in sent.headers


def test_speech_stream_to_a_file(tmp_path: Path) -> None:
    with Script(audio()).client().speech.stream("Good morning", voice="joe") as stream:
        stream.write_to_file(tmp_path / "a.pcm")
    assert (tmp_path / "a.pcm").read_bytes() == b"\1\2\3\4"


async def test_async_speech(tmp_path: Path) -> None:
    script = Script(audio(), audio())
    async with script.async_client() as parlance:
        assert (await parlance.speech.create("Good morning", voice="joe")).audio == b"\1\2\3\4"
        async with parlance.speech.stream("Good morning", voice="joe") as stream:
            await stream.write_to_file(tmp_path / "a.pcm")
    assert (tmp_path / "a.pcm").read_bytes() == b"\1\2\3\4"


def test_batch_speech_is_waited_for_and_downloaded_without_the_token() -> None:
    link = "http://bucket/audio.mp3?signature=s"
    completed = {"requestId": "r1", "status": "COMPLETED", "audioLink": link}
    script = Script(
        httpx.Response(200, json={"requestId": "r1", "status": "PROCESSING"}),
        httpx.Response(200, json={"requestId": "r1", "status": "PROCESSING"}),
        httpx.Response(200, json=completed),
        httpx.Response(200, json=completed),
        httpx.Response(302, headers={"location": "http://elsewhere/audio.mp3"}),
        httpx.Response(200, content=b"mp3"),
    )
    parlance = script.client()
    submitted = parlance.speech.submit(
        "Text", voice="joe", webhook_url="https://a.example/", pauses=Pauses(comma=0.5), emphasis_intensity=10
    )
    assert submitted.status == "PROCESSING"
    assert script.body()["clientPause"] == {"mediumBreak": 0.5}
    assert script.body()["webhookUrl"] == "https://a.example/"
    assert parlance.speech.wait("r1", poll_seconds=0).audio_link == link
    assert parlance.speech.download("r1") == b"mp3"
    assert "signature" not in repr(submitted) + repr(parlance)
    for request in script.requests[-2:]:
        assert "authorization" not in request.headers


def test_a_failed_job_raises_its_error() -> None:
    failed = {"requestId": "r1", "status": "FAILED", "error": {"code": "AUDIO_FORMAT", "message": "pcm is not made."}}
    with pytest.raises(JobFailedError, match="pcm is not made") as caught:
        Script(httpx.Response(200, json=failed)).client().speech.wait("r1")
    assert caught.value.code == "AUDIO_FORMAT"
    transcript = {**TRANSCRIPT, "status": "FAILED", "transcript": "", "errorMessage": "Too loud."}
    with pytest.raises(JobFailedError, match="Too loud"):
        Script(httpx.Response(200, json=transcript)).client().transcriptions.wait("t1")


def test_waiting_times_out() -> None:
    pending = httpx.Response(200, json={**TRANSCRIPT, "status": "PENDING"})
    with pytest.raises(RequestTimeoutError, match="t1 has not finished"):
        Script(pending).client().transcriptions.wait("t1", timeout_seconds=0)


@pytest.mark.parametrize("kind", ["bytes", "path", "file"])
def test_transcription_of_bytes_a_path_and_a_file(kind: str, tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(b"RIFF-audio")
    script = Script(httpx.Response(200, json=TRANSCRIPT), httpx.Response(200, json=TRANSCRIPT))
    parlance = script.client()
    if kind == "file":
        with path.open("rb") as file:
            transcript = parlance.transcriptions.create(file)
    else:
        transcript = parlance.transcriptions.create(b"RIFF-audio" if kind == "bytes" else path)
    assert (transcript.text, transcript.audio_seconds) == ("good morning", 2)
    assert transcript.utterances[0].end_seconds == 1.0
    body = script.requests[0].content
    assert body.index(b'name="mode"') < body.index(b'name="audioContent"')
    assert b"RIFF-audio" in body
    assert len(script.requests[0].headers["idempotency-key"]) > 30


def test_transcription_in_a_language_with_words() -> None:
    word = {"text": "good", "startTime": 0.1, "endTime": 0.4}
    utterance = {"text": "good", "startTime": 0, "endTime": 1, "words": [word]}
    script = Script(
        httpx.Response(200, json={**TRANSCRIPT, "utterances": [utterance]}),
        httpx.Response(200, json=TRANSCRIPT),
    )
    parlance = script.client()
    transcript = parlance.transcriptions.create(b"RIFF", language="de-AT", words=True)
    assert transcript.utterances[0].words == (Word("good", 0.1, 0.4),)
    body = script.requests[0].content
    assert b'name="language"\r\n\r\nde-AT' in body
    assert b'name="words"\r\n\r\ntrue' in body
    assert parlance.transcriptions.submit(b"RIFF").utterances[0].words == ()
    assert b'name="words"' not in script.requests[1].content


def test_transcription_of_separate_channels() -> None:
    utterance = {"text": "good", "startTime": 0, "endTime": 1, "channel": 1}
    script = Script(
        httpx.Response(200, json={**TRANSCRIPT, "utterances": [utterance], "language": "en"}),
        httpx.Response(200, json=TRANSCRIPT),
    )
    parlance = script.client()
    transcript = parlance.transcriptions.submit(b"RIFF", channels="separate")
    assert (transcript.utterances[0].channel, transcript.language) == (1, "en")
    assert b'name="channels"\r\n\r\nseparate' in script.requests[0].content
    plain = parlance.transcriptions.create(b"RIFF")
    assert (plain.utterances[0].channel, plain.language) == (None, None)
    assert b'name="channels"' not in script.requests[1].content


async def test_a_vocabulary_of_a_call() -> None:
    terms = (VocabularyTerm(term="Siobhan", said_as="shivawn", heard_as=("chevron",)), VocabularyTerm(term="Ozempic"))
    wire = [{"term": "Siobhan", "saidAs": "shivawn", "heardAs": ["chevron"]}, {"term": "Ozempic"}]
    accepted = {"requestId": "r", "status": "PROCESSING"}
    transcripts = (httpx.Response(200, json=TRANSCRIPT) for _ in range(2))
    script = Script(audio(), httpx.Response(200, json=accepted), audio(), *transcripts)
    client, async_client = script.client(), script.async_client()
    client.speech.create("Hi", voice="joe", vocabulary=terms)
    client.speech.submit("Hi", voice="joe", webhook_url="https://a.example/", vocabulary=terms)
    await async_client.speech.create("Hi", voice="joe", vocabulary=terms)
    assert [script.body(index)["vocabulary"] for index in range(3)] == [wire] * 3
    client.transcriptions.create(b"RIFF", vocabulary=terms)
    await async_client.transcriptions.submit(b"RIFF", vocabulary=terms)
    for request in script.requests[3:]:
        field = request.content.split(b'name="vocabulary"\r\n\r\n')[1]
        assert json.loads(field.split(b"\r\n--")[0]) == wire


async def test_async_transcription_of_a_path_and_an_address(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(b"RIFF-audio")
    script = Script(*(httpx.Response(200, json=TRANSCRIPT) for _ in range(3)))
    parlance = script.async_client()
    await parlance.transcriptions.create(path)
    assert b"RIFF-audio" in script.requests[0].content
    await parlance.transcriptions.submit(audio_url="http://a/b.wav", webhook_url="http://c/", idempotency_key="mine")
    body = script.requests[1].content
    assert b"http://a/b.wav" in body
    assert b"http://c/" in body
    assert script.requests[1].headers["content-type"].startswith("multipart/form-data")
    assert script.requests[1].headers["idempotency-key"] == "mine"
    assert (await parlance.transcriptions.wait("t/1")).status == "COMPLETED"
    assert script.requests[2].url.raw_path == b"/v1/stt/transcripts/t%2F1"
    with pytest.raises(ValueError, match="either"):
        await parlance.transcriptions.create()


def voice_page(code: str, next_cursor: str) -> httpx.Response:
    voice = {
        "code": code,
        "name": code,
        "gender": "male",
        "language_code": "en-US",
        "demo": "",
        "credit_factor": 1,
    }
    pagination = {"has_next_page": bool(next_cursor), "next_cursor": next_cursor, "prev_cursor": None}
    return httpx.Response(200, json={"status": 1, "result": {"voices": [voice], "pagination": pagination}})


def test_voices_of_all_pages() -> None:
    script = Script(voice_page("one", "c2"), voice_page("two", ""))
    assert [voice.code for voice in script.client().voices.list_all(realtime=True)] == ["one", "two"]
    assert dict(script.requests[1].url.params) == {"realtime": "true", "limit": "100", "cursor": "c2"}


async def test_async_voices_of_all_pages() -> None:
    script = Script(voice_page("one", "c2"), voice_page("two", ""))
    assert [voice.code async for voice in script.async_client().voices.list_all()] == ["one", "two"]


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (400, InvalidRequestError),
        (401, AuthenticationError),
        (402, InsufficientSecondsError),
        (403, PermissionDeniedError),
        (404, NotFoundError),
        (409, IdempotencyConflictError),
        (418, ApiError),
        (429, RateLimitError),
        (500, ServerError),
        (503, ServerError),
    ],
)
async def test_each_refusal_has_its_own_error_class(status: int, kind: type[ApiError]) -> None:
    never = RetryPolicy(max_retries=0)
    with pytest.raises(kind) as caught:
        Script(refused(status, retry_after="7")).client(never).voices.list()
    with pytest.raises(kind) as caught_async:
        await Script(refused(status, retry_after="7")).async_client(never).voices.list()
    for error in (caught.value, caught_async.value):
        assert type(error) is kind
        assert (error.status, error.code, error.message) == (status, "CODE", "What is wrong.")
        assert (error.request_id, error.retry_after_seconds) == ("req-9", 7.0)
        assert error.retryable == (status in {429, 503})
        copied = pickle.loads(pickle.dumps(error))  # noqa: S301
        assert (type(copied), copied.details) == (kind, error.details)


@pytest.mark.parametrize(
    "answer",
    [
        httpx.Response(200, content=b"<html>"),
        httpx.Response(200, json=[]),
        httpx.Response(200, json={"requestId": 3, "status": "COMPLETED"}),
        httpx.Response(200, json={"requestId": "r1", "status": "NEW"}),
    ],
)
def test_invalid_answers(answer: httpx.Response) -> None:
    with pytest.raises(ProtocolError):
        Script(answer).client().speech.retrieve("r1")


def test_audio_from_another_server() -> None:
    with pytest.raises(ProtocolError):
        Script(httpx.Response(200, content=b"<html>")).client().speech.create("Hello", voice="joe")


@pytest.mark.parametrize("content", [b"", b"<html>", b'{"error":"text"}', b'{"error":{"code":3}}'])
def test_a_refusal_by_a_proxy(content: bytes) -> None:
    with pytest.raises(ServerError, match="answered 502") as caught:
        Script(httpx.Response(502, content=content)).client(RetryPolicy(max_retries=0)).voices.list()
    assert caught.value.code == "PROTOCOL"


def test_the_token_is_in_no_repr_error_or_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    script = Script(refused(401))
    parlance = script.client()
    with pytest.raises(AuthenticationError) as caught:
        parlance.voices.list()
    shown = [repr(parlance), repr(script.async_client()), repr(vars(parlance)), repr(caught.value), caplog.text]
    shown += [repr(getattr(part, "__dict__", None)) for part in vars(parlance).values()]
    assert TOKEN not in "".join(shown)


@pytest.mark.parametrize("address", ["server", "ftp://server", "http://", "http://a:b@server", "http://server?a=b"])
def test_invalid_addresses(address: str) -> None:
    with pytest.raises(ValueError, match="base_url"):
        Parlance(address, "app", TOKEN)


@pytest.mark.parametrize("value", ["", " a", "a\n", "ü"])
def test_credentials_and_keys_that_are_invalid_in_headers(value: str) -> None:
    with pytest.raises(ValueError, match="app_id must"):
        Parlance("http://server", value, TOKEN)
    with pytest.raises(ValueError, match="token must"):
        Parlance("http://server", "app", value)
    with pytest.raises(ValueError, match="idempotency_key must"):
        Script().client().client_tokens.create(idempotency_key=value or " ")


def submit(parlance: Parlance) -> object:
    return parlance.speech.submit("Text", voice="joe", webhook_url="https://a.example/")


def speak(parlance: Parlance) -> object:
    return parlance.speech.create("Text", voice="joe")


LOST = httpx.ReadError("lost")
UNREACHED = httpx.ConnectError("nobody")
ACCEPTED = httpx.Response(200, json={"requestId": "r1", "status": "PROCESSING"})


@pytest.mark.parametrize(
    ("call", "answers"),
    [
        (submit, [refused(503), refused(429), ACCEPTED]),
        (submit, [LOST, httpx.ReadTimeout("late"), ACCEPTED]),
        (submit, [LOST, refused(409, "IDEMPOTENCY_CONFLICT"), ACCEPTED]),
        (speak, [UNREACHED, refused(503), audio()]),
    ],
)
def test_temporary_failures_are_retried_with_one_key(
    call: Callable[[Parlance], object], answers: list[httpx.Response | Exception]
) -> None:
    script = Script(*answers)
    call(script.client())
    keys = {request.headers.get("idempotency-key") for request in script.requests}
    assert len(keys) == 1
    assert script.answers == []


@pytest.mark.parametrize(
    ("call", "answers", "kind"),
    [
        (submit, [refused(503)] * 3, ServerError),
        (submit, [refused(400)], InvalidRequestError),
        (submit, [refused(409, "IDEMPOTENCY_CONFLICT")], IdempotencyConflictError),
        (submit, [refused(429, retry_after="61")], RateLimitError),
        # The server may have done and charged it.
        (speak, [LOST], NetworkError),
        (speak, [httpx.ReadTimeout("late")], RequestTimeoutError),
    ],
)
def test_permanent_failures_are_not_retried(
    call: Callable[[Parlance], object], answers: list[httpx.Response | Exception], kind: type[ParlanceError]
) -> None:
    script = Script(*answers)
    with pytest.raises(kind):
        call(script.client())
    assert script.answers == []


async def test_async_calls_are_retried() -> None:
    script = Script(LOST, refused(503), httpx.Response(200, json=TRANSCRIPT))
    transcript = await script.async_client().transcriptions.retrieve("t1")
    assert transcript.text == "good morning"


def test_an_upload_from_a_path_is_retried_completely(tmp_path: Path) -> None:
    path = tmp_path / "a.wav"
    path.write_bytes(b"RIFF-audio")
    script = Script(refused(503), httpx.Response(200, json=TRANSCRIPT))
    script.client().transcriptions.create(path)
    assert all(b"RIFF-audio" in request.content for request in script.requests)


def test_an_incomplete_stream() -> None:
    class Broken(httpx.SyncByteStream):
        def __iter__(self) -> Any:
            yield b"\1\2"
            raise httpx.RemoteProtocolError("peer closed")

    answer = httpx.Response(200, headers=AUDIO_HEADERS, stream=Broken())
    with pytest.raises(NetworkError, match="lost"):
        Script(answer).client().speech.create("Good morning", voice="joe")


ELSEWHERE = httpx.ConnectError("nobody", request=httpx.Request("GET", "http://elsewhere/"))


def test_errors_of_other_requests_stay_what_they_are() -> None:
    with pytest.raises(httpx.ConnectError), Script(audio()).client().speech.stream("Good morning", voice="joe"):
        raise ELSEWHERE


async def test_errors_of_other_requests_stay_what_they_are_with_asyncio() -> None:
    with pytest.raises(httpx.ConnectError):
        async with Script(audio()).async_client().speech.stream("Good morning", voice="joe"):
            raise ELSEWHERE


def test_delays_grow_and_obey_the_server() -> None:
    def error_of(answer: httpx.Response) -> ParlanceError:
        with pytest.raises(ParlanceError) as caught:
            Script(answer).client(RetryPolicy(max_retries=0)).voices.list()
        return caught.value

    policy = RetryPolicy(max_retries=9)
    busy = error_of(refused(503))
    delays = [policy.delay_seconds(busy, attempt, repeats_lost=False) or 0 for attempt in range(1, 9)]
    for attempt, delay in enumerate(delays, 1):
        longest = min(8.0, 0.5 * 2 ** (attempt - 1))
        assert longest / 2 <= delay <= longest
    asked = policy.delay_seconds(error_of(refused(429, retry_after="30")), 1, repeats_lost=False)
    assert asked is not None
    assert 30.25 <= asked <= 30.5
    date = error_of(refused(503, retry_after="Thu, 01 Jan 2015 00:00:00 GMT"))
    assert date.retry_after_seconds == 0.0
    assert error_of(refused(503, retry_after="soon")).retry_after_seconds is None
