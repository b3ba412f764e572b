/**
 * Rounds samples to 16-bit signed little-endian.
 *
 * Full scale is 32 768, the inverse of decoding, so 16-bit audio passes through unchanged; what is beyond [-1, 1] is
 * clipped, and what is not a number becomes 0.
 *
 * @returns two bytes a sample, in a buffer of its own
 */
export function encodePcm16(samples: Float32Array): Uint8Array {
  const bytes = new Uint8Array(samples.length * 2);
  const view = new DataView(bytes.buffer);
  let offsetBytes = 0;
  for (const sample of samples) {
    const scaled = Math.round(sample * 32_768);
    // setInt16 writes NaN as 0.
    view.setInt16(offsetBytes, Math.min(32_767, Math.max(-32_768, scaled)), true);
    offsetBytes += 2;
  }
  return bytes;
}
