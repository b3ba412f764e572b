"""Messages of live recognition, as the server's documents show them, and the advice to reconnect."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from parlance_client import (
    ErrorDetails,
    FinalResult,
    InterimResult,
    NetworkError,
    ParlanceError,
    ProtocolError,
    RateLimitError,
    VocabularyTerm,
    Word,
    reconnect_delay_seconds,
)
from parlance_client._live_protocol import AudioFramer, EventReader, LiveOptions, parse_message

RECORDED = Path(__file__).parents[3] / "fixtures" / "realtime-session.json"


def test_a_recorded_session() -> None:
    reader = EventReader()
    messages = [line["message"] for line in json.loads(RECORDED.read_text()) if line["from"] == "server"]
    events = [event for event in (reader.read(json.dumps(message)) for message in messages) if event is not None]
    finals = [event.text for event in events if isinstance(event, FinalResult)]
    assert finals == [message["text"] for message in messages if message["type"] == "FINAL_RESULT"]
    assert sum(isinstance(event, InterimResult) for event in events) == len(events) - len(finals) > 0
    assert (reader.total_utterances, reader.has_ended) == (len(finals), True)


@pytest.mark.parametrize("data", ["<html>", b"\xff", "[]", "{}", '{"type":"READY"}', '{"type":"FINAL_RESULT"}'])
def test_invalid_messages(data: str | bytes) -> None:
    with pytest.raises(ProtocolError):
        parse_message(data)


def test_words() -> None:
    options = LiveOptions(
        sample_rate_hz=16_000,
        interim_results=False,
        session_name=None,
        language="en",
        words=True,
        no_input_timeout_ms=None,
        speech_complete_timeout_ms=None,
    )
    config = json.loads(options.config_message())["config"]
    assert config["words"] is True
    assert "vocabulary" not in config
    times = {"startTime": 0, "endTime": 2, "startVoiceTime": 0.5, "endVoiceTime": 1.5}
    final = {"type": "FINAL_RESULT", "text": "Hi.", "textRaw": "Hi.", "confidenceScore": 0.5, **times}
    said = {**final, "speechType": "detected-speech", "status": "SUCCESS"}
    event = parse_message(json.dumps({**said, "words": [{"text": "Hi.", "startTime": 0.5, "endTime": 1.5}]}))
    assert isinstance(event, FinalResult)
    assert event.words == (Word("Hi.", 0.5, 1.5),)
    bare = parse_message(json.dumps(said))
    assert isinstance(bare, FinalResult)
    assert (bare.words, bare.language) == ((), None)
    told = parse_message(json.dumps({**said, "language": "de"}))
    assert isinstance(told, FinalResult)
    assert told.language == "de"


def test_a_vocabulary() -> None:
    options = LiveOptions(
        sample_rate_hz=16_000,
        interim_results=False,
        session_name=None,
        language=None,
        words=False,
        no_input_timeout_ms=None,
        speech_complete_timeout_ms=None,
        vocabulary=(VocabularyTerm(term="Siobhan", heard_as=("chevron",)),),
    )
    config = json.loads(options.config_message())["config"]
    assert config["vocabulary"] == [{"term": "Siobhan", "heardAs": ["chevron"]}]


def test_an_unknown_message_is_ignored() -> None:
    assert parse_message('{"type":"NEWS"}') is None


def test_an_error() -> None:
    message = {"type": "ERROR", "code": "STT_MAX_CCR_REACHED", "message": "Full.", "stage": "X", "retryable": True}
    with pytest.raises(RateLimitError, match="Full") as caught:
        parse_message(json.dumps(message))
    assert (caught.value.code, caught.value.stage, caught.value.retryable) == ("STT_MAX_CCR_REACHED", "X", True)


@pytest.mark.parametrize("size", [1, 3, 7, 65_535, 65_537, 200_001])
def test_audio_is_sent_in_complete_samples(size: int) -> None:
    framer = AudioFramer()
    pcm = bytes(index % 251 for index in range(200_001))
    frames = [frame for start in range(0, len(pcm), size) for frame in framer.frames(pcm[start : start + size])]
    assert b"".join(frames) == pcm[:-1]
    assert all(0 < len(frame) <= 65_536 and len(frame) % 2 == 0 for frame in frames)


def test_advice_to_reconnect() -> None:
    lost = NetworkError("lost", ErrorDetails(code="NETWORK", retryable=True))
    for attempt, longest in ((1, 0.5), (2, 1.0), (5, 8.0), (8, 30.0)):
        delay = reconnect_delay_seconds(lost, attempt)
        assert delay is not None
        assert longest / 2 <= delay <= longest
    assert reconnect_delay_seconds(lost, 9) is None
    assert reconnect_delay_seconds(OSError(), 1) is None
    assert reconnect_delay_seconds(ParlanceError("no", ErrorDetails(code="UNAUTHORIZED")), 1) is None
    asked = ParlanceError("later", ErrorDetails(code="QUEUE", retryable=True, retry_after_seconds=7.0))
    assert reconnect_delay_seconds(asked, 1) == 7.0
