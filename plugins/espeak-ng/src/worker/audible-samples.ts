const FULL_SCALE = 32_768;
/** Below this peak there is no speech: for a text without words eSpeak NG returns 7 ms of near silence. */
const SILENCE_PEAK = 0.01;

/** @returns samples in [-1, 1), in a new buffer */
export function toFloat(samples: Int16Array): Float32Array<ArrayBuffer> {
  const floats = new Float32Array(samples.length);
  for (let index = 0; index < samples.length; index += 1) floats[index] = (samples[index] ?? 0) / FULL_SCALE;
  return floats;
}

export function isAudible(samples: Float32Array): boolean {
  return samples.some((sample) => Math.abs(sample) > SILENCE_PEAK);
}

/** Holds silent chunks back until the first audible one, then passes all chunks on in order. */
export function holdSilence<Chunk extends Float32Array>(
  pass: (chunk: Chunk) => void,
): (chunk: Chunk) => void {
  let held: Chunk[] | undefined = [];
  return (chunk) => {
    if (held === undefined) return pass(chunk);
    held.push(chunk);
    if (!isAudible(chunk)) return;
    for (const one of held) pass(one);
    held = undefined;
  };
}

/** @returns one buffer with all of them */
export function join(chunks: readonly Float32Array[]): Float32Array<ArrayBuffer> {
  const joined = new Float32Array(chunks.reduce((samples, chunk) => samples + chunk.length, 0));
  let offsetSamples = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offsetSamples);
    offsetSamples += chunk.length;
  }
  return joined;
}
