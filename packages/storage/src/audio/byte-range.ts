import type { ByteRange } from '@parlance/core/storage';

/** @returns the part of a range that an object has, the whole object when none is asked for, `undefined` when it has none of it */
export function clampRange(range: ByteRange | undefined, bytes: number): ByteRange | undefined {
  const start = Math.max(range?.start ?? 0, 0);
  const end = Math.min(range?.end ?? bytes - 1, bytes - 1);
  return start <= end ? { start, end } : undefined;
}
