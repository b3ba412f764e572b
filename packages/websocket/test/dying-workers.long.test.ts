import { encodePcm16 } from '@parlance/core/audio';
import { childPids, killChildProcesses } from '@parlance/testkit';
import { expect, it } from 'vitest';
import { chunksOf } from './support/pcm.ts';
import {
  CHUNK_BYTES,
  type Clip,
  readClips,
  reasonToSkip,
  samplesOf,
  startRealService,
} from './support/real-service.ts';

// Children are found by way of /proc.
const isSkipped = reasonToSkip !== undefined || process.platform !== 'linux';

/** 2.5 s: more at once would not pass for somebody who speaks, and get no interims. */
const KILL_AT_CHUNK = 24;

async function speechBytes(): Promise<Uint8Array> {
  const clip = readClips().find(({ file }) => file.startsWith('jfk')) ?? readClips()[0];
  return encodePcm16(await samplesOf(clip as Clip));
}

it.skipIf(isSkipped)(
  'gives a session its words though every worker process is killed while it speaks',
  { timeout: 300_000 },
  async () => {
    const audio = await speechBytes();
    await using service = await startRealService();
    const undisturbed = await service.connectReady();
    undisturbed.sendAudio(audio);
    undisturbed.send({ type: 'DONE' });
    await undisturbed.closed;
    const wordsOf = ({ messages }: typeof undisturbed): number =>
      messages.flatMap((message) => (message.type === 'FINAL_RESULT' ? message.text.split(' ') : [])).length;
    const client = await service.connectReady();
    const chunks = chunksOf(audio, CHUNK_BYTES);
    for (const [at, chunk] of chunks.entries()) {
      client.sendAudio(chunk);
      if (at !== KILL_AT_CHUNK) continue;
      await client.until('INTERIM_RESULT');
      killChildProcesses();
    }
    client.send({ type: 'DONE' });
    expect(await client.closed).toBe(1000);
    // The detector forgets what it heard before, so an utterance may be cut elsewhere; none is lost.
    expect(wordsOf(client)).toBeGreaterThan(0.7 * wordsOf(undisturbed));
  },
);

it.skipIf(isSkipped)(
  'tells a session whose workers die again and again PROVIDER_UNAVAILABLE, and serves the next when they live',
  { timeout: 300_000 },
  async () => {
    const audio = await speechBytes();
    await using service = await startRealService();
    const client = await service.connectReady();
    let isOver = false;
    void client.closed.then(() => {
      isOver = true;
    });
    const killer = setInterval(() => {
      if (!isOver) killChildProcesses();
    }, 50);
    client.sendAudio(audio);
    client.send({ type: 'DONE' });
    const code = await client.closed.finally(() => clearInterval(killer));
    expect(client.messages.at(-1)).toMatchObject({
      type: 'ERROR',
      code: 'PROVIDER_UNAVAILABLE',
      stage: 'STREAMING',
      retryable: true,
    });
    expect(code).toBe(1013);
    // The breaker closes again by itself.
    await expect
      .poll(
        async () => {
          const next = service.connect();
          next.send({
            type: 'STREAMING_CONFIG',
            config: { sampleRateHertz: 16_000, sampleSizeByte: 2, channel: 1 },
          });
          const ready = await next.until('READY').catch(() => undefined);
          next.socket.terminate();
          return ready?.type;
        },
        { timeout: 120_000, interval: 1000 },
      )
      .toBe('READY');
    expect(childPids().length).toBeGreaterThan(0);
  },
);
