"""Transcribes speech with OpenAI's own Python client over the Realtime API and prints the results as one line of JSON.

Arguments: base address of HTTP, base address of WebSocket, API key, a file of 16-bit PCM at 24 kHz.
"""

import base64
import json
import sys
from pathlib import Path

from openai import OpenAI

http_url, socket_url, api_key, path = sys.argv[1:5]
audio = Path(path).read_bytes()
CHUNK_BYTES = 4800

client = OpenAI(base_url=http_url, api_key=api_key, max_retries=0)
secret = client.realtime.client_secrets.create(
    session={"type": "transcription", "audio": {"input": {"turn_detection": None}}},
)
found = {"types": [], "deltas": "", "turn_detection": "missing"}

browser = OpenAI(base_url=http_url, websocket_base_url=socket_url, api_key=secret.value)
with browser.realtime.connect(extra_query={"intent": "transcription"}) as connection:
    for start in range(0, len(audio), CHUNK_BYTES):
        chunk = audio[start : start + CHUNK_BYTES]
        connection.input_audio_buffer.append(audio=base64.b64encode(chunk).decode())
    connection.input_audio_buffer.commit()
    for event in connection:
        found["types"].append(event.type)
        if event.type == "session.created":
            found["turn_detection"] = event.session.audio.input.turn_detection
        if event.type == "conversation.item.input_audio_transcription.delta":
            found["deltas"] += event.delta
        if event.type == "conversation.item.input_audio_transcription.completed":
            found["transcript"] = event.transcript
            found["seconds"] = event.usage.seconds
            break

wrong = OpenAI(base_url=http_url, websocket_base_url=socket_url, api_key="sk-nobody")
with wrong.realtime.connect(extra_query={"intent": "transcription"}) as connection:
    event = connection.recv()
    found["error"] = [event.type, event.error.type, event.error.code]

print(json.dumps(found))
