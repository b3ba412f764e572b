import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { encodePcm16 } from '@parlance/core/audio';
import { childPids } from '@parlance/testkit';
import { collectGarbage } from '@parlance/worker-kit/garbage';
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
import { CONFIG } from './support/realtime-client.ts';

/** The benchmark `dropped-sessions` drops five times 500. */
const SESSIONS = 150;
/** So many first: engines, sockets and the allocator reach the size that they keep. */
const SETTLING_SESSIONS = 50;
const AT_ONCE = 10;
/** Of whoever looks again and again. */
const POLLING_TIMERS = 1;

/** Of this process and its workers. */
async function residentBytes(): Promise<number> {
  await collectGarbage();
  return [process.pid, ...childPids()].reduce((sum, pid) => {
    const [, kibibytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    return sum + Number(kibibytes) * 1024;
  }, 0);
}

const timers = (): number => process.getActiveResourcesInfo().filter((type) => type === 'Timeout').length;

it.skipIf(reasonToSkip !== undefined || process.platform !== 'linux')(
  'sessions dropped at random points leave no stream in a worker and no timer behind',
  { timeout: 1_500_000 },
  async () => {
    await using service = await startRealService();
    await service.speech.warm();
    const audio = chunksOf(encodePcm16(await samplesOf(readClips()[0] as Clip)), CHUNK_BYTES);
    let seed = 20_261_121;
    const random = (below: number): number => {
      seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((seed / 2_147_483_648) * below);
    };
    /** Anywhere between the open socket and the answer to DONE. */
    const dropOne = async (): Promise<void> => {
      const client = service.connect();
      await once(client.socket, 'open');
      const chunks = random(audio.length + 20) - 10;
      if (chunks > -8) client.send({ type: 'STREAMING_CONFIG', config: { ...CONFIG, interimResults: true } });
      if (chunks > -5) await client.until('READY');
      for (const chunk of audio.slice(0, Math.max(0, chunks))) client.sendAudio(chunk);
      if (chunks > 0 && random(2) === 0)
        await Promise.race([
          client.until('INTERIM_RESULT').catch(() => undefined),
          client.closed,
          once(client.socket, 'message'),
        ]);
      if (chunks > audio.length) client.send({ type: 'DONE' });
      client.socket.terminate();
    };
    const drop = async (count: number): Promise<void> => {
      for (let begun = 0; begun < count; begun += AT_ONCE)
        await Promise.all(Array.from({ length: Math.min(AT_ONCE, count - begun) }, dropOne));
      await expect.poll(() => service.endpoint.sessions).toBe(0);
      await expect.poll(service.workerStreams).toBe(0);
    };
    await drop(SETTLING_SESSIONS);
    const before = { bytes: await residentBytes(), timers: timers() };
    await drop(SESSIONS);
    await expect.poll(timers).toBeLessThanOrEqual(before.timers + POLLING_TIMERS);
    // Shown, not checked: the recognizer's arena still grows when a decode is the longest so far.
    process.stdout.write(
      `Memory: ${Math.round(before.bytes / 2 ** 20)} MiB before, ${Math.round((await residentBytes()) / 2 ** 20)} MiB after.\n`,
    );
    // What is left serves as before.
    const client = await service.connectReady();
    for (const chunk of audio) client.sendAudio(chunk);
    client.send({ type: 'DONE' });
    expect(await client.closed).toBe(1000);
  },
);
