"""The clients: `Parlance` blocks, `AsyncParlance` is for asyncio."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ._live_protocol import TRANSCRIPTION_PATH, LiveOptions, Opening
from ._retry import RetryPolicy
from ._speech_protocol import SPEECH_PATH, LiveSpeechOptions
from ._transport import DEFAULT_TIMEOUT, AsyncTransport, Connection, SyncTransport
from .client_tokens import AsyncClientTokenResource, ClientTokenResource
from .speech import AsyncSpeechResource, SpeechResource
from .transcriptions import AsyncTranscriptionResource, TranscriptionResource
from .voices import AsyncVoiceResource, VoiceResource

if TYPE_CHECKING:
    import ssl
    from collections.abc import Sequence
    from types import TracebackType

    import httpx
    from typing_extensions import Self

    from .aio_live import AsyncLiveTranscription
    from .aio_live_speech import AsyncLiveSpeech
    from .live import LiveTranscription
    from .live_speech import LiveSpeech
    from .models import TextType, VocabularyTerm


class Parlance:
    """A client of one app of a Parlance server.

    It may be shared by threads. Every method raises `ParlanceError`.

    Example:
        >>> with Parlance("http://127.0.0.1:8080", "APP_ID", "TOKEN") as parlance:
        ...     speech = parlance.speech.create("Good morning.", voice="joe")

    """

    speech: SpeechResource
    transcriptions: TranscriptionResource
    voices: VoiceResource
    client_tokens: ClientTokenResource

    def __init__(
        self,
        base_url: str,
        app_id: str,
        token: str,
        *,
        timeout: httpx.Timeout | float = DEFAULT_TIMEOUT,
        retry: RetryPolicy | None = None,
        http_client: httpx.Client | None = None,
    ) -> None:
        """Create a client.

        Args:
            base_url: The server's address, such as ``http://127.0.0.1:8080``.
            app_id: The app's id.
            token: The app's token.
            timeout: In seconds, for connecting and for each read and write. An ``http_client`` uses its own instead.
            retry: How failed calls are retried.
            http_client: Replaces the default one, for example to use a proxy or a private CA. It is not closed.

        """
        self._connection = Connection.create(base_url, app_id, token)
        self._transport = SyncTransport(self._connection, retry or RetryPolicy(), timeout, http_client)
        self.speech = SpeechResource(self._transport)
        self.transcriptions = TranscriptionResource(self._transport)
        self.voices = VoiceResource(self._transport)
        self.client_tokens = ClientTokenResource(self._transport)

    def __repr__(self) -> str:
        """Show where it leads, never the token."""
        return f"Parlance({self._connection.base_url!r}, app_id={self._connection.app_id!r})"

    def __enter__(self) -> Self:
        """Return the client."""
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connections."""
        self.close()

    def transcribe_live(
        self,
        *,
        sample_rate_hz: Literal[8000, 16000] = 16_000,
        interim_results: bool = False,
        session_name: str | None = None,
        language: str | None = None,
        words: bool = False,
        vocabulary: Sequence[VocabularyTerm] = (),
        no_input_timeout_ms: int | None = None,
        speech_complete_timeout_ms: int | None = None,
        open_timeout_seconds: float = 30.0,
        ssl_context: ssl.SSLContext | None = None,
    ) -> LiveTranscription:
        """Recognize live audio. It needs the extra ``live``: ``pip install "parlance-client[live]"``.

        Args:
            sample_rate_hz: Rate of the audio, which is 16-bit little-endian mono PCM.
            interim_results: Whether to report interim results of an utterance.
            session_name: Your own name for the session, for the server's log.
            language: Such as ``en``; chooses among the installed recognizers.
            words: Whether final results have word timings.
            vocabulary: Terms to recognize correctly, in addition to those of the app. ``raw_text`` contains the text
                without these corrections.
            no_input_timeout_ms: Silence that ends the session, 3000 to 10,000; default 5000.
            speech_complete_timeout_ms: Silence that ends an utterance, 500 to 3000; default 800.
            open_timeout_seconds: For connecting, and separately until the server is ready for audio.
            ssl_context: For a private CA; ``http_client`` does not carry live sessions.

        Example:
            >>> with parlance.transcribe_live(interim_results=True) as session:
            ...     for event in session.stream(microphone):
            ...         print(event.type, event.text)

        """
        from .live import LiveTranscription  # noqa: PLC0415 - needs websockets

        options = LiveOptions(
            sample_rate_hz=sample_rate_hz,
            interim_results=interim_results,
            session_name=session_name,
            language=language,
            words=words,
            vocabulary=vocabulary,
            no_input_timeout_ms=no_input_timeout_ms,
            speech_complete_timeout_ms=speech_complete_timeout_ms,
        )
        opening = Opening(
            path=TRANSCRIPTION_PATH,
            first_message=options.config_message(),
            timeout_seconds=open_timeout_seconds,
            ssl_context=ssl_context,
        )
        return LiveTranscription(self._connection, opening)

    def speak_live(
        self,
        *,
        voice: str | None = None,
        audio_format: Literal["pcm", "mp3"] = "pcm",
        sample_rate_hz: int | None = None,
        bitrate_kbps: int | None = None,
        speed: float | None = None,
        text_type: TextType | None = None,
        timings: Literal["word"] | None = None,
        vocabulary: Sequence[VocabularyTerm] = (),
        session_name: str | None = None,
        open_timeout_seconds: float = 30.0,
        ssl_context: ssl.SSLContext | None = None,
    ) -> LiveSpeech:
        """Synthesize a text while it is written. It needs the extra ``live``, as `transcribe_live` does.

        Args:
            voice: Code of any voice; ``None`` for the server's default.
            audio_format: PCM is 16-bit little-endian mono.
            sample_rate_hz: 8000 to 48000, up to what the voice has.
            bitrate_kbps: 8, 16, 32, 64 or 128, of MP3.
            speed: 0.25 to 1.9.
            text_type: ``ssml`` if the text up to each ``flush()`` is a ``<speak>`` document.
            timings: ``word`` to receive `SpokenWords`.
            vocabulary: Terms to pronounce correctly, in addition to those of the app.
            session_name: Your own name for the stream, for the server's log.
            open_timeout_seconds: For connecting, and separately until the server is ready for text.
            ssl_context: For a private CA; ``http_client`` does not carry live sessions.

        Example:
            >>> with parlance.speak_live(voice="joe") as stream:
            ...     for event in stream.stream(language_model):
            ...         if event.type == "audio":
            ...             player.play(event.audio)

        """
        from .live_speech import LiveSpeech  # noqa: PLC0415 - needs websockets

        options = LiveSpeechOptions(
            voice=voice,
            audio_format=audio_format,
            sample_rate_hz=sample_rate_hz,
            bitrate_kbps=bitrate_kbps,
            speed=speed,
            text_type=text_type,
            timings=timings,
            vocabulary=vocabulary,
            session_name=session_name,
        )
        opening = Opening(
            path=SPEECH_PATH,
            first_message=options.config_message(),
            timeout_seconds=open_timeout_seconds,
            ssl_context=ssl_context,
        )
        return LiveSpeech(self._connection, opening)

    def close(self) -> None:
        """Close the connections."""
        self._transport.close()


class AsyncParlance:
    """A client of one app of a Parlance server, for asyncio.

    It has the methods of `Parlance`, as coroutines.

    Example:
        >>> async with AsyncParlance("http://127.0.0.1:8080", "APP_ID", "TOKEN") as parlance:
        ...     speech = await parlance.speech.create("Good morning.", voice="joe")

    """

    speech: AsyncSpeechResource
    transcriptions: AsyncTranscriptionResource
    voices: AsyncVoiceResource
    client_tokens: AsyncClientTokenResource

    def __init__(
        self,
        base_url: str,
        app_id: str,
        token: str,
        *,
        timeout: httpx.Timeout | float = DEFAULT_TIMEOUT,
        retry: RetryPolicy | None = None,
        http_client: httpx.AsyncClient | None = None,
    ) -> None:
        """Create a client; see `Parlance`."""
        self._connection = Connection.create(base_url, app_id, token)
        self._transport = AsyncTransport(self._connection, retry or RetryPolicy(), timeout, http_client)
        self.speech = AsyncSpeechResource(self._transport)
        self.transcriptions = AsyncTranscriptionResource(self._transport)
        self.voices = AsyncVoiceResource(self._transport)
        self.client_tokens = AsyncClientTokenResource(self._transport)

    def __repr__(self) -> str:
        """Show where it leads, never the token."""
        return f"AsyncParlance({self._connection.base_url!r}, app_id={self._connection.app_id!r})"

    async def __aenter__(self) -> Self:
        """Return the client."""
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Close the connections."""
        await self.close()

    def transcribe_live(
        self,
        *,
        sample_rate_hz: Literal[8000, 16000] = 16_000,
        interim_results: bool = False,
        session_name: str | None = None,
        language: str | None = None,
        words: bool = False,
        vocabulary: Sequence[VocabularyTerm] = (),
        no_input_timeout_ms: int | None = None,
        speech_complete_timeout_ms: int | None = None,
        open_timeout_seconds: float = 30.0,
        ssl_context: ssl.SSLContext | None = None,
    ) -> AsyncLiveTranscription:
        """See `Parlance.transcribe_live`; iterate with ``async for``."""
        from .aio_live import AsyncLiveTranscription  # noqa: PLC0415 - needs websockets

        options = LiveOptions(
            sample_rate_hz=sample_rate_hz,
            interim_results=interim_results,
            session_name=session_name,
            language=language,
            words=words,
            vocabulary=vocabulary,
            no_input_timeout_ms=no_input_timeout_ms,
            speech_complete_timeout_ms=speech_complete_timeout_ms,
        )
        opening = Opening(
            path=TRANSCRIPTION_PATH,
            first_message=options.config_message(),
            timeout_seconds=open_timeout_seconds,
            ssl_context=ssl_context,
        )
        return AsyncLiveTranscription(self._connection, opening)

    def speak_live(
        self,
        *,
        voice: str | None = None,
        audio_format: Literal["pcm", "mp3"] = "pcm",
        sample_rate_hz: int | None = None,
        bitrate_kbps: int | None = None,
        speed: float | None = None,
        text_type: TextType | None = None,
        timings: Literal["word"] | None = None,
        vocabulary: Sequence[VocabularyTerm] = (),
        session_name: str | None = None,
        open_timeout_seconds: float = 30.0,
        ssl_context: ssl.SSLContext | None = None,
    ) -> AsyncLiveSpeech:
        """See `Parlance.speak_live`; iterate with ``async for``."""
        from .aio_live_speech import AsyncLiveSpeech  # noqa: PLC0415 - needs websockets

        options = LiveSpeechOptions(
            voice=voice,
            audio_format=audio_format,
            sample_rate_hz=sample_rate_hz,
            bitrate_kbps=bitrate_kbps,
            speed=speed,
            text_type=text_type,
            timings=timings,
            vocabulary=vocabulary,
            session_name=session_name,
        )
        opening = Opening(
            path=SPEECH_PATH,
            first_message=options.config_message(),
            timeout_seconds=open_timeout_seconds,
            ssl_context=ssl_context,
        )
        return AsyncLiveSpeech(self._connection, opening)

    async def close(self) -> None:
        """Close the connections."""
        await self._transport.close()
