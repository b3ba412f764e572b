"""The blocking form and the asyncio form, which are written separately."""

from __future__ import annotations

import inspect

import pytest

from parlance_client import AsyncParlance, AsyncSpeechStream, Parlance, SpeechStream
from parlance_client.aio_live import AsyncLiveTranscription
from parlance_client.aio_live_speech import AsyncLiveSpeech
from parlance_client.client_tokens import AsyncClientTokenResource, ClientTokenResource
from parlance_client.live import LiveTranscription
from parlance_client.live_speech import LiveSpeech
from parlance_client.speech import AsyncSpeechResource, SpeechResource
from parlance_client.transcriptions import AsyncTranscriptionResource, TranscriptionResource
from parlance_client.voices import AsyncVoiceResource, VoiceResource

FORMS: tuple[tuple[type, type], ...] = (
    (Parlance, AsyncParlance),
    (SpeechResource, AsyncSpeechResource),
    (SpeechStream, AsyncSpeechStream),
    (TranscriptionResource, AsyncTranscriptionResource),
    (VoiceResource, AsyncVoiceResource),
    (ClientTokenResource, AsyncClientTokenResource),
    (LiveTranscription, AsyncLiveTranscription),
    (LiveSpeech, AsyncLiveSpeech),
)


def parameters_of(form: type) -> dict[str, list[str]]:
    """Return the parameters of each public method, with ``Async`` removed from the names of types."""
    return {
        name: [str(parameter).replace("Async", "") for parameter in inspect.signature(method).parameters.values()]
        for name, method in inspect.getmembers(form, inspect.isfunction)
        if not name.startswith("_")
    }


@pytest.mark.parametrize(("blocking", "with_asyncio"), FORMS)
def test_have_the_same_methods_and_parameters(blocking: type, with_asyncio: type) -> None:
    assert parameters_of(with_asyncio) == parameters_of(blocking)


def test_are_created_with_the_same_parameters() -> None:
    blocking, with_asyncio = (str(inspect.signature(form)).replace("Async", "") for form in (Parlance, AsyncParlance))
    assert with_asyncio == blocking
