"""Transcribes one recording with sherpa-onnx's own Python package, as its examples do: one process, one recognizer.

Arguments: encoder, decoder, tokens, a WAV file of 16 bits. Says `done` when the text is there, and stays until stdin ends.
"""

import os
import sys
import wave

import numpy as np
import sherpa_onnx


def main():
    encoder, decoder, tokens, path = sys.argv[1:]
    recognizer = sherpa_onnx.OfflineRecognizer.from_moonshine_v2(
        encoder=encoder, decoder=decoder, tokens=tokens, num_threads=len(os.sched_getaffinity(0))
    )
    with wave.open(path) as recording:
        rate = recording.getframerate()
        samples = np.frombuffer(recording.readframes(recording.getnframes()), dtype=np.int16)
    stream = recognizer.create_stream()
    stream.accept_waveform(rate, samples.astype(np.float32) / 32768)
    recognizer.decode_stream(stream)
    if not stream.result.text:
        sys.exit("Nothing was recognized.")
    print("done", flush=True)
    sys.stdin.read()


if __name__ == "__main__":
    main()
