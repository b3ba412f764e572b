"""Speech to text and text to speech for Pipecat: ``pip install "parlance-client[pipecat]"``."""

from .stt import ParlanceSTTService, ParlanceSTTSettings
from .tts import ParlanceTTSService, ParlanceTTSSettings

__all__ = ["ParlanceSTTService", "ParlanceSTTSettings", "ParlanceTTSService", "ParlanceTTSSettings"]
