/** A stretch of a recording and what stands there, in seconds. */
export interface Interval {
  readonly startSeconds: number;
  readonly endSeconds: number;
  readonly text: string;
}

const TIER_KINDS = ['"IntervalTier"', '"TextTier"'];
/** Numbers and quoted texts: what the long form of the file writes around them says nothing. */
const VALUE = /"(?:[^"]|"")*"|(?<=^|[\s=])-?\d+(?:\.\d+)?(?:e-?\d+)?(?=\s|$)/giu;

/**
 * Reads a tier of a Praat TextGrid, in its long or its short form.
 *
 * @param names what the tier may be called
 * @returns its intervals that hold text
 */
export function readTier(source: string, names: readonly string[]): readonly Interval[] {
  const values = source.replaceAll(/(?:item|intervals|points) \[\d*\]:?/gu, '').match(VALUE) ?? [];
  for (let at = 0; at < values.length; at += 1) {
    if (!TIER_KINDS.includes(values[at] ?? '')) continue;
    const [kind, name = '', , , count] = values.slice(at);
    if (kind !== '"IntervalTier"' || !names.includes(unquoted(name))) continue;
    return Array.from({ length: Number(count) }, (_, index) => {
      const [start, end, text = ''] = values.slice(at + 5 + 3 * index);
      return { startSeconds: Number(start), endSeconds: Number(end), text: unquoted(text) };
    }).filter(({ text }) => text !== '');
  }
  return [];
}

function unquoted(text: string): string {
  return text.slice(1, -1).replaceAll('""', '"');
}
