"""Calls every endpoint with OpenAI's own Python client and prints the results as one line of JSON.

Arguments: base address, API key, a folder with recordings to transcribe; speech files are written there too.
"""

import json
import sys
from pathlib import Path

from openai import NotFoundError, OpenAI

base_url, api_key, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])
client = OpenAI(base_url=base_url, api_key=api_key, max_retries=0)
TEXT = "The quick brown fox jumps over the lazy dog. Then it sleeps in the warm sun."
found = {"models": [model.id for model in client.models.list()]}

with client.audio.speech.with_streaming_response.create(
    model="gpt-4o-mini-tts", voice="alloy", input=TEXT, response_format="wav"
) as response:
    response.stream_to_file(folder / "python.wav")
found["file_bytes"] = (folder / "python.wav").stat().st_size

with client.audio.speech.with_streaming_response.create(
    model="tts-1", voice="alloy", input=TEXT, response_format="pcm"
) as response:
    found["pieces"] = [len(piece) for piece in response.iter_bytes()]

found["transcripts"] = {}
for path in sorted(folder.glob("said.*")):
    with path.open("rb") as recording:
        found["transcripts"][path.name] = client.audio.transcriptions.create(model="whisper-1", file=recording).text

with (folder / "said.mp3").open("rb") as recording:
    verbose = client.audio.transcriptions.create(
        model="whisper-1", file=recording, response_format="verbose_json", timestamp_granularities=["segment"]
    )
found["segments"] = [[segment.start, segment.end, segment.text] for segment in verbose.segments]
found["duration"] = float(verbose.duration)

with (folder / "said.mp3").open("rb") as recording:
    found["srt"] = client.audio.transcriptions.create(model="whisper-1", file=recording, response_format="srt")

with (folder / "said.webm").open("rb") as recording:
    events = list(client.audio.transcriptions.create(model="gpt-4o-transcribe", file=recording, stream=True))
found["deltas"] = "".join(event.delta for event in events if event.type == "transcript.text.delta")
found["done"] = events[-1].text

try:
    client.models.retrieve("none")
except NotFoundError as error:
    found["error"] = [error.status_code, error.code, error.param]

print(json.dumps(found))
