const PLANES = 17;
const PLANE_SIZE = 0x1_0000;
const SURROGATES = { first: 0xd800, last: 0xdfff };
/** The number of random characters; longer texts repeat them. */
const DRAWN_CHARS = 400;

/**
 * Creates a webhook's body: JSON whose text has characters of every Unicode plane.
 *
 * @param maxBytes the approximate maximum; sizes are distributed logarithmically from a few bytes on
 */
export function randomBody(random: () => number, maxBytes: number): string {
  const sizeBytes = Math.floor(Math.exp(random() * Math.log(maxBytes)));
  const drawn = Array.from({ length: Math.min(DRAWN_CHARS, Math.ceil(sizeBytes / 4)) }, () =>
    randomChar(random),
  ).join('');
  const text = drawn.repeat(Math.max(1, Math.floor(sizeBytes / Buffer.byteLength(drawn))));
  return JSON.stringify({
    request_id: `r${Math.floor(random() * 1e9)}`,
    transcript: text,
    characters: text.length,
  });
}

function randomChar(random: () => number): string {
  const isAscii = random() < 0.3;
  const code = isAscii ? random() * 128 : Math.floor(random() * PLANES) * PLANE_SIZE + random() * PLANE_SIZE;
  const point = Math.floor(code);
  return point >= SURROGATES.first && point <= SURROGATES.last ? '.' : String.fromCodePoint(point);
}

/** @returns a Standard Webhooks secret of 24 to 64 bytes */
export function randomSecret(random: () => number): string {
  const bytes = Buffer.from(
    Array.from({ length: 24 + Math.floor(random() * 41) }, () => Math.floor(random() * 256)),
  );
  return `whsec_${bytes.toString('base64')}`;
}
