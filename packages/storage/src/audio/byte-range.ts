import type { ByteRange } from '@parlance/core/storage';

/** @returns the part of the range within the object, the whole object if no range is given, `undefined` if the range is outside of it */
export function clampRange(range: ByteRange | undefined, bytes: number): ByteRange | undefined {
  const start = Math.max(range?.start ?? 0, 0);
  const end = Math.min(range?.end ?? bytes - 1, bytes - 1);
  return start <= end ? { start, end } : undefined;
}
