/**
 * Tells a source that nobody continues to read. Does not wait for it, since the source may hang.
 *
 * The iterator of a Node stream is a generator, which notices this only with the stream's next item: so the stream itself
 * is destroyed, as by leaving a loop over it.
 */
export function leaveSource(source: object, items: AsyncIterator<unknown>): void {
  if ('destroy' in source && typeof source.destroy === 'function') source.destroy();
  items.return?.().catch(() => undefined);
}
