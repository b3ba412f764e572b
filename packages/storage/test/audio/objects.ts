import type { AudioStore, ByteRange } from '@parlance/core/storage';

/** Writes an object in parts of odd sizes. */
export async function fill(store: AudioStore, name: string, content: Uint8Array): Promise<void> {
  const sink = await store.create(name, { contentType: 'audio/mpeg' });
  for (let start = 0; start < content.length; start += 99_991) {
    await sink.write(content.subarray(start, start + 99_991));
  }
  await sink.commit();
}

export async function readAll(store: AudioStore, name: string, range?: ByteRange): Promise<Buffer> {
  const stored = await store.open(name);
  const chunks: Uint8Array[] = [];
  if (stored !== undefined) for await (const chunk of stored.read(range)) chunks.push(chunk);
  return Buffer.concat(chunks);
}
