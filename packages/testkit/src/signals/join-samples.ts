/** @returns the samples of all chunks, in a new buffer */
export function joinSamples(chunks: readonly Float32Array[]): Float32Array {
  const joined = new Float32Array(chunks.reduce((sum, chunk) => sum + chunk.length, 0));
  let offsetSamples = 0;
  for (const chunk of chunks) {
    joined.set(chunk, offsetSamples);
    offsetSamples += chunk.length;
  }
  return joined;
}
