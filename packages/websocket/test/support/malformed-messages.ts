import { once } from 'node:events';
import fc from 'fast-check';
import { expect } from 'vitest';
import { CONFIG, connect, connectReady } from './realtime-client.ts';

const wrongType = fc.record({ type: fc.oneof(fc.string(), fc.integer(), fc.constant(null)) });
const badAudio = fc
  .string({ minLength: 1 })
  .filter((text) => Buffer.from(text, 'base64').toString('base64') !== text)
  .map((audioContent) => ({ type: 'AUDIO_CHUNK', audioContent }));
const oddBytes = fc.uint8Array({ minLength: 1, maxLength: 99 }).filter(({ length }) => length % 2 === 1);
const oddAudio = oddBytes.map((bytes) => ({
  type: 'AUDIO_CHUNK',
  audioContent: Buffer.from(bytes).toString('base64'),
}));
const second = fc.constant({ type: 'STREAMING_CONFIG', config: CONFIG });
const message = fc.oneof(
  fc.string(),
  fc.json(),
  // Whole samples would be audio.
  oddBytes,
  fc.oneof(wrongType, badAudio, oddAudio, second).map((value) => JSON.stringify(value)),
);

const AT_ONCE = 50;

/** Sends so many, each on a connection of its own, half of them before READY: every one is told BAD_REQUEST and closed. */
export async function expectEachRefused(url: string, count: number): Promise<void> {
  const messages = fc.sample(message, { numRuns: count, seed: 20_261_121 });
  for (let start = 0; start < messages.length; start += AT_ONCE) {
    await Promise.all(
      messages.slice(start, start + AT_ONCE).map(async (content, index) => {
        const isReady = index % 2 === 0;
        const client = isReady ? await connectReady(url) : connect(url);
        if (!isReady) await once(client.socket, 'open');
        const isConfig = content === JSON.stringify({ type: 'STREAMING_CONFIG', config: CONFIG });
        client.socket.send(!isReady && isConfig ? 'x' : content);
        const closeCode = await client.closed;
        expect({ ...client.messages.at(-1), closeCode }).toMatchObject({
          type: 'ERROR',
          code: 'BAD_REQUEST',
          closeCode: 1007,
        });
      }),
    );
  }
}
