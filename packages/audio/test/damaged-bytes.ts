type Damage = (bytes: Uint8Array, random: () => number, other: Uint8Array) => Uint8Array;

const HEADER_BYTES = 200;

function placeIn(bytes: Uint8Array, random: () => number): number {
  return Math.floor(random() * bytes.length);
}

function flipBits(bytes: Uint8Array, random: () => number, { end, count }: { end: number; count: number }) {
  const flipped = bytes.slice();
  for (let flips = 0; flips < count; flips += 1) {
    const at = Math.floor(random() * end);
    flipped[at] = (flipped[at] ?? 0) ^ (1 << Math.floor(random() * 8));
  }
  return flipped;
}

/** Kinds of damage to files. */
export const DAMAGES: readonly Damage[] = [
  function truncated(bytes, random) {
    return bytes.slice(0, placeIn(bytes, random));
  },
  function flippedBits(bytes, random) {
    return flipBits(bytes, random, { end: bytes.length, count: 1 + Math.floor(random() * 60) });
  },
  function wrongHeader(bytes, random) {
    return flipBits(bytes, random, { end: HEADER_BYTES, count: 1 + Math.floor(random() * 8) });
  },
  function spliced(bytes, random) {
    const [from, to] = [placeIn(bytes, random), placeIn(bytes, random)];
    return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
  },
  function garbageBehindHeader(bytes, random) {
    const damaged = bytes.slice();
    const start = Math.floor(random() * HEADER_BYTES);
    for (let at = start; at < damaged.length; at += 1) damaged[at] = Math.floor(random() * 256);
    return damaged;
  },
  function ofTwoFormats(bytes, random, other) {
    return Buffer.concat([bytes.subarray(0, placeIn(bytes, random)), other.subarray(placeIn(other, random))]);
  },
];
