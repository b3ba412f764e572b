const HEADER_BYTES = 44;
const BYTES_PER_SAMPLE = 2;

/** @returns a WAV file of mono 16-bit samples, little-endian */
export function wavFile(pcm: readonly Uint8Array<ArrayBuffer>[], rateHz: number): Blob {
  const audioBytes = pcm.reduce((sum, { byteLength }) => sum + byteLength, 0);
  const header = new DataView(new ArrayBuffer(HEADER_BYTES));
  const write = (at: number, text: string): void => {
    for (let index = 0; index < text.length; index++) header.setUint8(at + index, text.charCodeAt(index));
  };
  write(0, 'RIFF');
  header.setUint32(4, HEADER_BYTES - 8 + audioBytes, true);
  write(8, 'WAVEfmt ');
  header.setUint32(16, 16, true);
  header.setUint16(20, 1, true);
  header.setUint16(22, 1, true);
  header.setUint32(24, rateHz, true);
  header.setUint32(28, rateHz * BYTES_PER_SAMPLE, true);
  header.setUint16(32, BYTES_PER_SAMPLE, true);
  header.setUint16(34, BYTES_PER_SAMPLE * 8, true);
  write(36, 'data');
  header.setUint32(40, audioBytes, true);
  return new Blob([header.buffer, ...pcm], { type: 'audio/wav' });
}

/** @returns 16-bit little-endian PCM of samples in [-1, 1] */
export function pcm16Of(samples: Float32Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(samples.length * BYTES_PER_SAMPLE);
  const view = new DataView(bytes.buffer);
  samples.forEach((sample, at) => {
    const level = Math.max(-32_768, Math.min(32_767, Math.round(sample * 32_768)));
    view.setInt16(at * BYTES_PER_SAMPLE, level, true);
  });
  return bytes;
}

/** @returns samples in [-1, 1], from complete 16-bit little-endian samples */
export function samplesOf(pcm: Uint8Array): Float32Array<ArrayBuffer> {
  const view = new DataView(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  return Float32Array.from(
    { length: Math.floor(pcm.byteLength / BYTES_PER_SAMPLE) },
    (_, at) => view.getInt16(at * BYTES_PER_SAMPLE, true) / 32_768,
  );
}
