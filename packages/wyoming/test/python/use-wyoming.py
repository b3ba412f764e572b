"""Uses a Wyoming server by the protocol's own Python package and writes what came as one line of JSON.

Arguments: port, a file of 16-bit PCM at 16 kHz.
"""

import asyncio
import json
import sys
from pathlib import Path

from wyoming.asr import Transcribe, Transcript, TranscriptChunk, TranscriptStop
from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncTcpClient
from wyoming.error import Error
from wyoming.info import Describe, Info
from wyoming.ping import Ping, Pong
from wyoming.tts import (
    Synthesize,
    SynthesizeChunk,
    SynthesizeStart,
    SynthesizeStop,
    SynthesizeStopped,
    SynthesizeVoice,
)

port, path = int(sys.argv[1]), sys.argv[2]
pcm = Path(path).read_bytes()
FORMAT = {"rate": 16_000, "width": 2, "channels": 1}
CHUNK_BYTES = 2048
TEXT = "The lights are on. The door is locked."
VOICE = SynthesizeVoice(name="joe")


async def next_event(client):
    event = await client.read_event()
    if event is None:
        raise RuntimeError("the server closed the connection")
    return event


async def describe(client):
    await client.write_event(Ping(text="one").event())
    pong = Pong.from_event(await next_event(client))
    await client.write_event(Describe().event())
    info = Info.from_event(await next_event(client))
    return {
        "pong": pong.text,
        "models": [[m.name, m.languages] for p in info.asr for m in p.models],
        "voices": [[v.name, v.languages] for p in info.tts for v in p.voices],
        "streaming": [info.asr[0].supports_transcript_streaming, info.tts[0].supports_synthesize_streaming],
    }


async def transcribe(client):
    await client.write_event(Transcribe(language="en").event())
    await client.write_event(AudioStart(**FORMAT).event())
    for start in range(0, len(pcm), CHUNK_BYTES):
        await client.write_event(AudioChunk(audio=pcm[start : start + CHUNK_BYTES], **FORMAT).event())
    await client.write_event(AudioStop().event())
    found = {"types": [], "chunks": ""}
    while True:
        event = await next_event(client)
        found["types"].append(event.type)
        if TranscriptChunk.is_type(event.type):
            found["chunks"] += TranscriptChunk.from_event(event).text
        if Transcript.is_type(event.type):
            found["text"] = Transcript.from_event(event).text
        if TranscriptStop.is_type(event.type):
            return found


async def listen(client, is_end):
    audio = b""
    starts = 0
    while True:
        event = await next_event(client)
        if AudioStart.is_type(event.type):
            starts += 1
            rate = AudioStart.from_event(event).rate
        if AudioChunk.is_type(event.type):
            audio += AudioChunk.from_event(event).audio
        if is_end(event.type):
            return {"starts": starts, "seconds": len(audio) / 2 / rate}


async def synthesize(client):
    await client.write_event(Synthesize(text=TEXT, voice=VOICE).event())
    return await listen(client, AudioStop.is_type)


async def synthesize_streamed(client):
    await client.write_event(SynthesizeStart(voice=VOICE).event())
    for word in TEXT.split(" "):
        await client.write_event(SynthesizeChunk(text=word + " ").event())
    # As Home Assistant does, for servers without streaming.
    await client.write_event(Synthesize(text=TEXT, voice=VOICE).event())
    await client.write_event(SynthesizeStop().event())
    return await listen(client, SynthesizeStopped.is_type)


async def fail(client):
    await client.write_event(Synthesize(text=TEXT, voice=SynthesizeVoice(name="nobody")).event())
    error = Error.from_event(await next_event(client))
    return {"code": error.code, "text": error.text, "after": await client.read_event()}


async def main():
    found = {}
    for task in (describe, transcribe, synthesize, synthesize_streamed, fail):
        async with AsyncTcpClient("127.0.0.1", port) as client:
            found[task.__name__] = await task(client)
    print(json.dumps(found))


asyncio.run(main())
