import type { ByteRange } from '@parlance/core/storage';

/** `whole`: there is no range, or one that is not supported; `none`: it contains no byte of the object. */
export type RangeChoice = { readonly type: 'whole' | 'none' } | ({ readonly type: 'part' } & ByteRange);

/** The `Content-Range` of a part, or of an answer to a range outside the object. */
export function contentRange(range: ByteRange | undefined, bytes: number): string {
  return range === undefined ? `bytes */${bytes}` : `bytes ${range.start}-${range.end}/${bytes}`;
}

const WHOLE: RangeChoice = { type: 'whole' };
const NONE: RangeChoice = { type: 'none' };
const SINGLE = /^bytes=[ \t]*(?:(\d+)-(\d*)|-(\d+))[ \t]*$/i;

/**
 * Reads a `Range` header by RFC 9110: a header that is malformed, in another unit or has several ranges is ignored, and the
 * whole object is sent.
 *
 * @param header of a GET request; `undefined` if there is none
 * @param bytes size of the whole object
 */
export function chooseRange(header: string | undefined, bytes: number): RangeChoice {
  const [, first, last, suffix] = SINGLE.exec(header ?? '') ?? [];
  if (suffix !== undefined) {
    const count = Math.min(Number(suffix), bytes);
    return count === 0 ? NONE : { type: 'part', start: bytes - count, end: bytes - 1 };
  }
  if (first === undefined) return WHOLE;
  const start = Number(first);
  const end = last ? Math.min(Number(last), bytes - 1) : bytes - 1;
  if (last && Number(last) < start) return WHOLE;
  return start >= bytes ? NONE : { type: 'part', start, end };
}
