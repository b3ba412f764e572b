import { randomUUID } from 'node:crypto';
import { type AudioStore, SpeechError } from '@parlance/core';

/** Own folder, so that no list of results ever shows a probe. */
const PROBE_FOLDER = 'checks';

/**
 * Writes, reads and removes a small object.
 *
 * @throws SpeechError of the step that failed
 */
export async function proveStore(store: AudioStore): Promise<void> {
  const name = `${PROBE_FOLDER}/${randomUUID()}`;
  const sink = await store.create(name, { contentType: 'text/plain' });
  await sink.write(Buffer.from(name));
  await sink.commit();
  try {
    const found = await readText(store, name);
    if (found !== name) {
      throw new SpeechError('STORAGE_FAILED', 'The audio store gives back other bytes than it was given.', {
        reason: 'NOT_SAME',
      });
    }
  } finally {
    await store.remove(name);
  }
}

async function readText(store: AudioStore, name: string): Promise<string> {
  const stored = await store.open(name);
  const chunks: Uint8Array[] = [];
  if (stored) for await (const chunk of stored.read()) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}
