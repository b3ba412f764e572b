"""Decodes speech segments with sherpa-onnx's own Python package, a process of one native thread for each core.

Arguments: encoder, decoder, tokens, segments (32-bit floats at 16 kHz, one segment after the other), lengths (JSON, in samples),
silence (samples that the model wants on both sides of a segment). Says `ready` once it is warm; then answers each line on stdin with
the seconds that all segments took.
"""

import json
import os
import sys
import time
from multiprocessing import get_context

import numpy as np
import sherpa_onnx

RATE_HZ = 16_000
recognizer = None


def load(encoder, decoder, tokens):
    global recognizer
    recognizer = sherpa_onnx.OfflineRecognizer.from_moonshine_v2(
        encoder=encoder, decoder=decoder, tokens=tokens, num_threads=1
    )
    decode(np.zeros(RATE_HZ, dtype=np.float32))


def decode(samples):
    stream = recognizer.create_stream()
    stream.accept_waveform(RATE_HZ, samples)
    recognizer.decode_stream(stream)
    return stream.result.text


def main():
    encoder, decoder, tokens, segments_path, lengths_path, silence = sys.argv[1:]
    with open(lengths_path) as file:
        lengths = json.load(file)
    pieces = np.split(np.fromfile(segments_path, dtype=np.float32), np.cumsum(lengths)[:-1])
    segments = [np.pad(piece, int(silence)) for piece in pieces]
    cores = len(os.sched_getaffinity(0))
    with get_context("spawn").Pool(cores, load, (encoder, decoder, tokens)) as workers:
        workers.map(decode, segments[: 4 * cores], chunksize=1)
        print("ready", flush=True)
        for _ in sys.stdin:
            started = time.perf_counter()
            texts = list(workers.imap_unordered(decode, segments))
            took = time.perf_counter() - started
            print(json.dumps({"seconds": took, "words": sum(len(text.split()) for text in texts)}), flush=True)


if __name__ == "__main__":
    main()
