"""Messages of speech streams, as the server's documents show them."""

from __future__ import annotations

import json

import pytest

from parlance_client import (
    ApiError,
    Cancelled,
    Flushed,
    InvalidRequestError,
    ProtocolError,
    RateLimitError,
    ServerError,
    SpeechAudio,
    SpeechMark,
    SpeechWarning,
    Spoken,
    SpokenWord,
    SpokenWords,
    VocabularyTerm,
)
from parlance_client._speech_protocol import LiveSpeechOptions, SpeechReader, text_messages

SPAN = {"start": 0, "end": 10, "startTime": 0, "endTime": 0.75}


def read(message: dict[str, object]) -> object:
    return SpeechReader().read(json.dumps(message))


def test_a_stream() -> None:
    reader = SpeechReader()
    assert not reader.is_ready
    ready = {"type": "READY", "sessionId": "s", "voiceCode": "joe", "outputFormat": "pcm", "sampleRateHertz": 22_050}
    assert reader.read(json.dumps({**ready, "contentType": "audio/pcm"})) is None
    assert reader.is_ready
    assert reader.voice is not None
    assert (reader.session_id, reader.voice.voice, reader.voice.sample_rate_hz) == ("s", "joe", 22_050)
    assert reader.read(b"\0\1") == SpeechAudio(b"\0\1")
    assert not reader.has_ended
    reader.read(json.dumps({"type": "STREAM_END", "sessionId": "s", "characters": 10, "audioSeconds": 0.75}))
    assert (reader.has_ended, reader.characters, reader.audio_seconds) == (True, 10, 0.75)


def test_events() -> None:
    assert read({"type": "SPOKEN", **SPAN}) == Spoken(start=0, end=10, start_seconds=0, end_seconds=0.75)
    word = SpokenWord(text="Of", start=0, end=2, start_seconds=0.0, end_seconds=0.2)
    said = {"text": "Of", "start": 0, "end": 2, "startTime": 0, "endTime": 0.2}
    assert read({"type": "WORDS", "words": [said]}) == SpokenWords((word,))
    assert read({"type": "MARK", "name": "here", "time": 1.5}) == SpeechMark("here", 1.5)
    assert read({"type": "WARNING", "message": "Line 1: …"}) == SpeechWarning("Line 1: …")
    assert read({"type": "FLUSHED", "characters": 3, "audioSeconds": 1}) == Flushed(3, 1.0)
    assert read({"type": "CANCELLED", "characters": 3, "audioSeconds": 1}) == Cancelled(3, 1.0)
    assert read({"type": "NEWS"}) is None


@pytest.mark.parametrize("data", ["<html>", "[]", "{}", '{"type":"READY"}', '{"type":"SPOKEN","start":"0"}'])
def test_invalid_messages(data: str) -> None:
    with pytest.raises(ProtocolError):
        SpeechReader().read(data)


@pytest.mark.parametrize(
    ("code", "retryable", "kind"),
    [
        ("VOICE_NOT_FOUND", False, InvalidRequestError),
        ("SYNTHESIS_CONCURRENCY_EXCEEDED", True, RateLimitError),
        ("ENGINE_CRASHED", True, ServerError),
        ("OF_A_LATER_SERVER", False, ApiError),
    ],
)
def test_errors(code: str, retryable: bool, kind: type[ApiError]) -> None:  # noqa: FBT001 - of the table
    message = {"type": "ERROR", "code": code, "message": "No.", "stage": "CONFIGURING", "retryable": retryable}
    with pytest.raises(kind) as caught:
        read(message)
    assert type(caught.value) is kind
    assert (caught.value.code, caught.value.stage, caught.value.retryable) == (code, "CONFIGURING", retryable)


def test_the_first_message() -> None:
    options = LiveSpeechOptions(
        voice="joe",
        audio_format="mp3",
        sample_rate_hz=None,
        bitrate_kbps=64,
        speed=None,
        text_type="ssml",
        timings="word",
        vocabulary=(VocabularyTerm(term="Siobhan", said_as="shivawn"),),
        session_name=None,
    )
    config: dict[str, object] = {
        "voiceCode": "joe",
        "outputFormat": "mp3",
        "bitrate": 64,
        "textType": "ssml",
        "timings": "word",
    }
    config["vocabulary"] = [{"term": "Siobhan", "saidAs": "shivawn"}]
    assert json.loads(options.config_message()) == {"type": "SPEECH_CONFIG", "config": config}


def test_a_long_text_is_sent_in_several_messages_of_complete_characters() -> None:
    text = "ä😀" * 3000
    messages = [json.loads(message) for message in text_messages(text)]
    assert [len(message["text"]) for message in messages] == [4096, 1904]
    assert "".join(message["text"] for message in messages) == text
    assert list(text_messages("")) == []
