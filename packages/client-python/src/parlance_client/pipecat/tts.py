"""Text to speech for Pipecat."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from pipecat.frames.frames import ErrorFrame, Frame
from pipecat.services.settings import TTSSettings
from pipecat.services.tts_service import TTSService
from pipecat.utils.tracing.service_decorators import traced_tts
from pipecat.utils.types import NOT_GIVEN, NotGiven

from parlance_client.client import AsyncParlance
from parlance_client.errors import ParlanceError

from ._errors import error_category
from ._split_text import split_text

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

_LIVE_TEXT_MAX_CHARS = 300
"""The server's limit, unless its setting ``liveTextMaxChars`` is higher."""


@dataclass
class ParlanceTTSSettings(TTSSettings):
    """Settings of `ParlanceTTSService`.

    Parameters
    ----------
        voice: Code of a realtime voice, such as ``joe``.
        speed: 0.25 to 1.9; ``None``: the voice's own.

    """

    speed: float | NotGiven | None = field(default_factory=lambda: NOT_GIVEN)


class ParlanceTTSService(TTSService):
    """Synthesizes each sentence as a stream.

    An interruption closes the stream, and the server stops synthesizing. Voice and speed may be changed while the
    pipeline runs, with ``TTSUpdateSettingsFrame``.
    """

    Settings = ParlanceTTSSettings
    _settings: ParlanceTTSSettings

    def __init__(
        self,
        *,
        base_url: str,
        app_id: str,
        token: str,
        client: AsyncParlance | None = None,
        live_text_max_chars: int = _LIVE_TEXT_MAX_CHARS,
        settings: ParlanceTTSSettings | None = None,
        **kwargs: Any,
    ) -> None:
        """Create the service.

        Args:
            base_url: The server's address.
            app_id: The app's id.
            token: The app's token.
            client: Replaces the default client. It is not closed.
            live_text_max_chars: The server's setting ``liveTextMaxChars``. Longer sentences are synthesized in parts.
            settings: Voice and speed; the voice is ``joe`` without them. Model and language have no effect.
            **kwargs: Arguments of ``TTSService``.

        """
        stored = ParlanceTTSSettings(model=None, voice="joe", language=None, speed=None)
        if settings is not None:
            stored.apply_update(settings)
        super().__init__(push_start_frame=True, push_stop_frames=True, settings=stored, **kwargs)
        self._owns_client = client is None
        self._client = client or AsyncParlance(base_url, app_id, token)
        self._live_text_max_chars = live_text_max_chars

    def can_generate_metrics(self) -> bool:
        """Return ``True``, since the service reports metrics."""
        return True

    async def cleanup(self) -> None:
        """Close the connections."""
        await super().cleanup()
        if self._owns_client:
            await self._client.close()

    @traced_tts
    async def run_tts(self, text: str, context_id: str) -> AsyncGenerator[Frame, None]:
        """Yield the audio of a sentence while it is synthesized."""
        speed = self._settings.speed
        try:
            for part in split_text(text, self._live_text_max_chars):
                async with self._client.speech.stream(
                    part,
                    voice=str(self._settings.voice),
                    audio_format="pcm",
                    speed=None if isinstance(speed, NotGiven) else speed,
                ) as stream:
                    await self.start_tts_usage_metrics(part)
                    # At the voice's own rate, since the server does not upsample voices.
                    async for frame in self._stream_audio_frames_from_iterator(
                        aiter(stream), in_sample_rate=stream.info.sample_rate_hz, context_id=context_id
                    ):
                        await self.stop_ttfb_metrics()
                        yield frame
        except ParlanceError as error:
            yield ErrorFrame(error=error.message, exception=error, category=error_category(error))
        finally:
            await self.stop_ttfb_metrics()
