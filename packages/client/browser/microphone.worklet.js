/** Samples of a message to the page: 21 ms at 48 kHz. */
const BLOCK_SAMPLES = 1024;

/** Hands on what the microphone hears. Runs in the audio thread, so it does nothing else. */
class MicrophoneTap extends AudioWorkletProcessor {
  block = new Float32Array(BLOCK_SAMPLES);
  filled = 0;

  process([[samples] = []]) {
    if (samples === undefined) return true;
    for (const sample of samples) {
      this.block[this.filled++] = sample;
      if (this.filled < BLOCK_SAMPLES) continue;
      this.port.postMessage(this.block, [this.block.buffer]);
      this.block = new Float32Array(BLOCK_SAMPLES);
      this.filled = 0;
    }
    return true;
  }
}

registerProcessor('parlance-microphone', MicrophoneTap);
