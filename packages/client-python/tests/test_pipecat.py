"""The services in pipelines of Pipecat, against a running server."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any

import httpx
import pytest

pytest.importorskip("pipecat", reason="Pipecat is not installed; see docs/integrations/pipecat.md")

from pipecat.frames.frames import (
    ErrorFrame,
    Frame,
    InputAudioRawFrame,
    InterimTranscriptionFrame,
    MetricsFrame,
    STTMuteFrame,
    TranscriptionFrame,
    TTSAudioRawFrame,
    TTSSpeakFrame,
    TTSStartedFrame,
    TTSStoppedFrame,
    VADUserStartedSpeakingFrame,
    VADUserStoppedSpeakingFrame,
)
from pipecat.metrics.metrics import MetricsData, STTUsageMetricsData, TTFBMetricsData, TTSUsageMetricsData
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor
from pipecat.tests.utils import run_test
from pipecat.utils.errors import ErrorCategory
from test_server_live import hum, silence
from websockets.asyncio.server import ServerConnection, serve

from parlance_client import AsyncParlance
from parlance_client.pipecat import ParlanceSTTService, ParlanceTTSService
from parlance_client.pipecat._split_text import split_text

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator, Sequence

    from conftest import Server

pytestmark = pytest.mark.filterwarnings("default")
TEXT = "one two three four five"


def stt(server: Server, **options: Any) -> ParlanceSTTService:
    return ParlanceSTTService(base_url=server.url, app_id=server.app_id, token=server.token, **options)


def tts(server: Server, voice: str = "one", **options: Any) -> ParlanceTTSService:
    settings = ParlanceTTSService.Settings(voice=voice)
    return ParlanceTTSService(
        base_url=server.url, app_id=server.app_id, token=server.token, settings=settings, **options
    )


def audio(pcm: bytes, rate_hz: int = 16_000) -> Iterator[InputAudioRawFrame]:
    for start in range(0, len(pcm), 640):
        yield InputAudioRawFrame(pcm[start : start + 640], rate_hz, 1)


def turn(pcm: bytes) -> list[Frame]:
    """Return a user turn as a VAD reports it."""
    stopped = VADUserStoppedSpeakingFrame(stop_secs=0.2, timestamp=time.time())
    return [VADUserStartedSpeakingFrame(), *audio(pcm), stopped]


def metrics(kind: type[MetricsData], frames: list[Frame]) -> list[Any]:
    return [data for frame in only(MetricsFrame, frames) for data in frame.data if isinstance(data, kind)]


async def passed(processor: FrameProcessor, frames: Sequence[Frame]) -> tuple[list[Frame], list[Frame]]:
    """Return the downstream and upstream output of a pipeline."""
    down, up = await run_test(
        processor,
        frames_to_send=frames,
        start_timeout=60.0,
        pipeline_params=PipelineParams(enable_metrics=True, enable_usage_metrics=True, audio_in_sample_rate=16_000),
    )
    return list(down), list(up)


def only(kind: type[Frame], frames: list[Frame]) -> list[Any]:
    return [frame for frame in frames if isinstance(frame, kind)]


async def test_a_turn_is_transcribed_and_silence_is_not_sent(server: Server) -> None:
    service = stt(server)
    frames = [*audio(silence(2)), *turn(hum(1.2) + silence(0.2)), *audio(silence(2))]
    down, up = await passed(service, frames)
    (final,) = only(TranscriptionFrame, down)
    assert (final.text, final.finalized) == ("one two three", True)
    assert only(InterimTranscriptionFrame, down)
    assert only(ErrorFrame, up) == []
    usages = [
        data for frame in only(MetricsFrame, down) for data in frame.data if isinstance(data, STTUsageMetricsData)
    ]
    # The turn, and a second before the VAD detected it.
    assert sum(usage.value.audio_seconds for usage in usages) == pytest.approx(2.4, abs=0.1)
    assert metrics(TTFBMetricsData, down)


async def test_turns_stay_in_order_and_interims_may_be_off(server: Server) -> None:
    down, _ = await passed(stt(server, interim_results=False), turn(hum(0.6)) + turn(hum(0.6)))
    assert [frame.text for frame in only(TranscriptionFrame, down)] == ["one two three"] * 2
    assert only(InterimTranscriptionFrame, down) == []


async def test_audio_before_the_vad_noticed_speech_is_sent(server: Server) -> None:
    down, _ = await passed(stt(server), [*audio(hum(0.6)), *turn(silence(0.3))])
    assert [frame.text for frame in only(TranscriptionFrame, down)] == ["one two three"]


async def test_noise_and_muted_audio_have_no_transcript(server: Server) -> None:
    down, up = await passed(stt(server), [*turn(silence(0.6)), STTMuteFrame(mute=True), *turn(hum(0.6))])
    assert only(TranscriptionFrame, down) == []
    assert only(ErrorFrame, up) == []


@pytest.mark.parametrize("kind", ["wrong", "expired", "revoked"])
async def test_refused_tokens(server: Server, kind: str) -> None:
    app_id, token = server.strangers()[kind]
    listener = ParlanceSTTService(base_url=server.url, app_id=app_id, token=token)
    speaker = ParlanceTTSService(base_url=server.url, app_id=app_id, token=token)
    for service, frames in ((listener, turn(hum(0.6))), (speaker, [TTSSpeakFrame(TEXT)])):
        _, up = await passed(service, frames)
        errors = only(ErrorFrame, up)
        assert errors[0].category is ErrorCategory.AUTHENTICATION
        assert token not in "".join(error.error for error in errors)
        assert not service.is_usable


async def test_a_sentence_is_spoken_at_the_rate_of_the_pipeline(server: Server) -> None:
    down, up = await passed(tts(server), [TTSSpeakFrame(TEXT)])
    frames = only(TTSAudioRawFrame, down)
    assert {frame.sample_rate for frame in frames} == {24_000}
    assert sum(len(frame.audio) for frame in frames) / 2 / 24_000 == pytest.approx(len(TEXT) / 15, abs=0.2)
    kinds = [type(frame) for frame in down if isinstance(frame, TTSStartedFrame | TTSAudioRawFrame | TTSStoppedFrame)]
    assert (kinds[0], kinds[-1]) == (TTSStartedFrame, TTSStoppedFrame)
    usages = [
        data for frame in only(MetricsFrame, down) for data in frame.data if isinstance(data, TTSUsageMetricsData)
    ]
    assert sum(usage.value for usage in usages) == len(TEXT)
    assert only(ErrorFrame, up) == []


async def test_a_long_text_is_synthesized_in_parts(server: Server) -> None:
    text = "one two three four five, " * 16
    down, up = await passed(tts(server), [TTSSpeakFrame(text)])
    seconds = sum(len(frame.audio) for frame in only(TTSAudioRawFrame, down)) / 2 / 24_000
    assert seconds == pytest.approx(len(text) / 15, rel=0.1)
    assert only(ErrorFrame, up) == []


async def test_a_refused_text_leaves_the_service_usable(server: Server) -> None:
    service = tts(server, voice="nobody")
    _, up = await passed(service, [TTSSpeakFrame(TEXT)])
    assert "nobody" in only(ErrorFrame, up)[0].error
    assert service.is_usable


class EndlessSpeech(httpx.AsyncByteStream):
    """An endless answer, until it is closed."""

    is_closed = False

    async def __aiter__(self) -> AsyncIterator[bytes]:
        while True:
            yield bytes(640)
            await asyncio.sleep(0)

    async def aclose(self) -> None:
        self.is_closed = True


async def test_an_interruption_closes_the_stream() -> None:
    speech = EndlessSpeech()
    headers = {"content-type": "audio/pcm;rate=16000", "x-characters": "23", "x-credits": "23"}
    transport = httpx.MockTransport(lambda _: httpx.Response(200, headers=headers, stream=speech))
    client = AsyncParlance("http://server", "a", "t", http_client=httpx.AsyncClient(transport=transport))
    service = ParlanceTTSService(base_url="http://server", app_id="a", token="t", client=client)
    service._sample_rate = 16_000  # noqa: SLF001 - a pipeline sets it
    begun = asyncio.Event()

    async def speak() -> None:
        async for _ in service.run_tts(TEXT, "context"):
            begun.set()

    # Pipecat cancels the task that speaks.
    task = asyncio.create_task(speak())
    await begun.wait()
    assert not speech.is_closed
    task.cancel()
    await asyncio.wait([task])
    assert speech.is_closed


class Ear(FrameProcessor):
    """Feeds the output back as input, like a transport and its VAD."""

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        await super().process_frame(frame, direction)
        if isinstance(frame, TTSStartedFrame):
            await self.push_frame(VADUserStartedSpeakingFrame())
        elif isinstance(frame, TTSStoppedFrame):
            await self.push_frame(VADUserStoppedSpeakingFrame(stop_secs=0.2, timestamp=time.time()))
        elif isinstance(frame, TTSAudioRawFrame):
            await self.push_frame(InputAudioRawFrame(frame.audio, frame.sample_rate, 1))
            return
        await self.push_frame(frame, direction)


async def test_a_pipeline_recognizes_its_own_speech(server: Server) -> None:
    pipeline = Pipeline([tts(server, sample_rate=16_000), Ear(), stt(server)])
    down, up = await passed(pipeline, [TTSSpeakFrame(TEXT)])
    assert [(frame.text, frame.finalized) for frame in only(TranscriptionFrame, down)] == [("one two three", True)]
    assert only(ErrorFrame, up) == []


FINAL = {
    "type": "FINAL_RESULT",
    "text": "again",
    "textRaw": "again",
    "isFinal": True,
    "confidenceScore": 1,
    "startTime": 0,
    "endTime": 1,
    "startVoiceTime": 0,
    "endVoiceTime": 1,
    "speechType": "detected-speech",
    "status": "SUCCESS",
}


END = {"type": "STREAM_END", "sessionId": "s", "totalUtterances": 1}
TOO_LONG = {"type": "ERROR", "code": "SESSION_TIMEOUT", "message": "Over.", "stage": "STREAMING", "retryable": False}
Session = Callable[[ServerConnection], Awaitable[None]]


async def through(sessions: list[Session], pcm: bytes) -> tuple[list[str], list[bytes]]:
    """Return the transcripts of a turn, and the audio of each session, from a server with these sessions."""
    received: list[bytes] = []

    async def answer(socket: ServerConnection) -> None:
        index = len(received)
        received.append(b"")
        await socket.recv()
        await socket.send(json.dumps({"type": "READY", "sessionId": "s"}))
        async for message in socket:
            if isinstance(message, bytes):
                received[index] += message
            # A failing session fails after it has received all audio.
            if not isinstance(message, bytes) or (index < len(sessions) - 1 and len(received[index]) >= len(pcm)):
                await sessions[index](socket)
                return

    async with serve(answer, "127.0.0.1", 0) as running:
        port = running.sockets[0].getsockname()[1]
        service = ParlanceSTTService(base_url=f"http://127.0.0.1:{port}", app_id="a", token="t")
        down, up = await passed(service, turn(pcm))
    assert only(ErrorFrame, up) == []
    return [frame.text for frame in only(TranscriptionFrame, down)], received


async def ends_well(socket: ServerConnection) -> None:
    await socket.send(json.dumps(FINAL))
    await socket.send(json.dumps(END))


async def is_lost(socket: ServerConnection) -> None:
    socket.transport.abort()


async def takes_too_long(socket: ServerConnection) -> None:
    await socket.send(json.dumps({**FINAL, "text": "first"}))
    await socket.send(json.dumps(TOO_LONG))


async def test_after_a_lost_connection_the_audio_is_sent_again() -> None:
    texts, received = await through([is_lost, ends_well], hum(1))
    assert texts == ["again"]
    assert received == [hum(1), hum(1)]


async def test_after_a_session_timeout_the_next_session_continues_after_the_final() -> None:
    texts, received = await through([takes_too_long, ends_well], hum(1.5))
    assert texts == ["first", "again"]
    # The final ends after a second.
    assert received == [hum(1.5), hum(1.5)[32_000:]]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", []),
        ("short", ["short"]),
        ("one two, three four", ["one two,", "three four"]),
        ("one two three four", ["one two", "three four"]),
        ("onetwothreefourfive", ["onetwothre", "efourfive"]),
        ("exactlyten", ["exactlyten"]),
    ],
)
def test_texts_are_split_at_punctuation_spaces_or_the_limit(text: str, parts: list[str]) -> None:
    assert split_text(text, 10) == parts
