"""Speech to text for Pipecat."""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

from pipecat.audio.utils import create_stream_resampler
from pipecat.frames.frames import (
    CancelFrame,
    EndFrame,
    Frame,
    InputAudioRawFrame,
    InterimTranscriptionFrame,
    StartFrame,
    TranscriptionFrame,
    UserAudioRawFrame,
    VADUserStartedSpeakingFrame,
    VADUserStoppedSpeakingFrame,
)
from pipecat.services.settings import STTSettings
from pipecat.services.stt_latency import DEFAULT_TTFS_P99
from pipecat.services.stt_service import STTService
from pipecat.utils.time import time_now_iso8601
from pipecat.utils.tracing.service_decorators import traced_stt

from parlance_client.client import AsyncParlance
from parlance_client.errors import ParlanceError, SessionTimeoutError
from parlance_client.live_events import FinalResult, InterimResult
from parlance_client.reconnect import reconnect_delay_seconds

from ._errors import error_category
from ._speech_turn import SpeechTurn

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator

    from pipecat.processors.frame_processor import FrameDirection
    from pipecat.transcriptions.language import Language

_BYTES_PER_SAMPLE = 2
_MAX_ATTEMPTS = 3
"""Maximum number of sessions of a turn that fail in a row, since a caller does not wait for more."""
_LONGEST_NO_INPUT_MS = 10_000


@dataclass
class ParlanceSTTSettings(STTSettings):
    """Settings of `ParlanceSTTService`. The server's recognizer determines model and language."""


class ParlanceSTTService(STTService):
    """Recognizes each user turn in a separate live session.

    It needs a VAD in the pipeline: a session begins when the user starts speaking, with the audio just before, and is
    finished when the user stops, so that the final transcript arrives at once and silence is neither sent nor charged.
    Interim transcripts arrive meanwhile.

    A turn that is longer than the server's maximum session continues in the next session. After a lost connection,
    audio without a final transcript is sent again.
    """

    Settings = ParlanceSTTSettings
    _settings: ParlanceSTTSettings

    def __init__(
        self,
        *,
        base_url: str,
        app_id: str,
        token: str,
        client: AsyncParlance | None = None,
        interim_results: bool = True,
        pre_roll_seconds: float = 1.0,
        ttfs_p99_latency: float | None = DEFAULT_TTFS_P99,
        settings: ParlanceSTTSettings | None = None,
        **kwargs: Any,
    ) -> None:
        """Create the service.

        Args:
            base_url: The server's address.
            app_id: The app's id.
            token: The app's token.
            client: Replaces the default client. It is not closed.
            interim_results: Whether to push ``InterimTranscriptionFrame``.
            pre_roll_seconds: Audio to send from before the VAD detected speech.
            ttfs_p99_latency: Seconds from the end of speech to the final transcript that Pipecat should expect; pass
                your measured value.
            settings: Model and language have no effect.
            **kwargs: Arguments of ``STTService``.

        """
        stored = ParlanceSTTSettings(model=None, language=None)
        if settings is not None:
            stored.apply_update(settings)
        super().__init__(ttfs_p99_latency=ttfs_p99_latency, settings=stored, **kwargs)
        self._owns_client = client is None
        self._client = client or AsyncParlance(base_url, app_id, token)
        self._interim_results = interim_results
        self._pre_roll_seconds = pre_roll_seconds
        self._resampler = create_stream_resampler()
        self._pre_roll = bytearray()
        self._turn: SpeechTurn | None = None
        # Turns are recognized sequentially, so that transcripts stay in order.
        self._turns: asyncio.Queue[SpeechTurn | None] = asyncio.Queue()
        self._worker: asyncio.Task[None] | None = None

    def can_generate_metrics(self) -> bool:
        """Return ``True``, since the service reports metrics."""
        return True

    @property
    def _rate_hz(self) -> Literal[8000, 16000]:
        return 8000 if self.sample_rate == 8000 else 16_000  # noqa: PLR2004

    async def start(self, frame: StartFrame) -> None:
        """Start waiting for turns."""
        await super().start(frame)
        self._worker = self.create_task(self._recognize_turns())

    async def stop(self, frame: EndFrame) -> None:
        """Finish the current turns, then stop."""
        self._end_turn()
        if self._worker is not None:
            self._turns.put_nowait(None)
            await self._worker
            self._worker = None
        await super().stop(frame)

    async def cancel(self, frame: CancelFrame) -> None:
        """Stop at once."""
        await self._stop_worker()
        await super().cancel(frame)

    async def cleanup(self) -> None:
        """Close the connections."""
        await super().cleanup()
        await self._stop_worker()
        if self._owns_client:
            await self._client.close()

    async def _stop_worker(self) -> None:
        if self._worker is not None:
            await self.cancel_task(self._worker)
            self._worker = None

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        """Begin and end turns when the VAD reports it."""
        if isinstance(frame, VADUserStartedSpeakingFrame):
            self._begin_turn()
        await super().process_frame(frame, direction)
        if isinstance(frame, VADUserStoppedSpeakingFrame):
            self.request_finalize()
            self._end_turn()

    async def process_audio_frame(self, frame: InputAudioRawFrame, direction: FrameDirection) -> None:  # noqa: ARG002
        """Add audio to the turn, or to the audio kept for the next turn."""
        if self.is_muted or not self.is_usable:
            return
        self._user_id = frame.user_id if isinstance(frame, UserAudioRawFrame) else ""
        pcm = await self._resampler.resample(frame.audio, self.sample_rate, self._rate_hz)
        if self._turn is not None:
            self._turn.append(pcm)
            self._record_stt_audio_usage(frame.audio)
            return
        self._pre_roll += pcm
        kept = int(self._pre_roll_seconds * self._rate_hz) * _BYTES_PER_SAMPLE
        del self._pre_roll[: max(0, len(self._pre_roll) - kept)]

    async def run_stt(self, audio: bytes) -> AsyncGenerator[Frame | None, None]:  # noqa: ARG002
        """Yield nothing, since transcripts are pushed when they arrive."""
        yield None

    def _begin_turn(self) -> None:
        if self._turn is None and self.is_usable and not self.is_muted:
            self._turn = SpeechTurn(bytes(self._pre_roll))
            self._record_stt_audio_usage(bytes(len(self._pre_roll) * self.sample_rate // self._rate_hz))
            self._pre_roll.clear()
            self._turns.put_nowait(self._turn)

    def _end_turn(self) -> None:
        if self._turn is not None:
            self._turn.end()
            self._turn = None

    async def _recognize_turns(self) -> None:
        while (turn := await self._turns.get()) is not None:
            await self._recognize(turn)

    async def _recognize(self, turn: SpeechTurn) -> None:
        attempt = 0
        while True:
            before = turn.confirmed_bytes
            try:
                await self._run_session(turn)
            except ParlanceError as error:
                if error.code == "NO_INPUT_TIMEOUT":
                    # The VAD took noise for speech, but the server did not.
                    turn.confirm_all()
                    if turn.has_ended:
                        return
                attempt = 1 if turn.confirmed_bytes > before else attempt + 1
                is_timeout = isinstance(error, SessionTimeoutError)
                delay = 0.0 if is_timeout else reconnect_delay_seconds(error, attempt)
                if delay is None or attempt >= _MAX_ATTEMPTS:
                    await self.push_error(error.message, exception=error, category=error_category(error))
                    return
                await asyncio.sleep(delay)
            else:
                return

    async def _run_session(self, turn: SpeechTurn) -> None:
        start = turn.confirmed_bytes
        held: FinalResult | None = None

        async def push(final: FinalResult) -> None:
            turn.confirmed_bytes = start + int(final.end_seconds * self._rate_hz) * _BYTES_PER_SAMPLE
            await self._push_final(final)

        try:
            async with self._client.transcribe_live(
                sample_rate_hz=self._rate_hz,
                interim_results=self._interim_results,
                no_input_timeout_ms=_LONGEST_NO_INPUT_MS,
            ) as session:
                async for event in session.stream(turn.read_from(start)):
                    if isinstance(event, InterimResult):
                        await self._push_interim(event)
                        continue
                    if held is not None:
                        await push(held)
                    # The last final of a turn is marked, so a final is held until the end of the session.
                    held = event
                    if not turn.has_ended:
                        await push(held)
                        held = None
        except ParlanceError:
            # The next session continues after this final.
            if held is not None:
                await push(held)
            raise
        if held is not None:
            self.confirm_finalize()
            await push(held)

    async def _push_interim(self, event: InterimResult) -> None:
        frame = InterimTranscriptionFrame(event.text, self._user_id, time_now_iso8601(), result=event)
        await self.push_frame(frame)

    async def _push_final(self, event: FinalResult) -> None:
        if event.speech_type == "no-speech":
            return
        await self.emit_stt_usage_metrics()
        await self._handle_transcription(event.text, is_final=True)
        await self.push_frame(TranscriptionFrame(event.text, self._user_id, time_now_iso8601(), result=event))

    @traced_stt
    async def _handle_transcription(
        self,
        transcript: str,
        is_final: bool,  # noqa: FBT001 - as Pipecat's tracing names it
        language: Language | None = None,
    ) -> None:
        """Mark the transcript for tracing."""
