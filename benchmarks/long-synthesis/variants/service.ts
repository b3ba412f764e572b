import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { SpeechError } from '@parlance/core';
import type { Variant } from '../../runner/contract.ts';
import { ask, type Caller, createCaller, speakShort } from '../../service/caller.ts';
import { watchMemory } from '../../service/memory-watch.ts';
import { prepareService } from '../../service/service-process.ts';
import { type LongText, longText } from '../texts.ts';

/** Each look costs the service some milliseconds that are none of the synthesis. */
const POLL_EVERY_MS = 500;
const WAV_HEADER_BYTES = 44;
/** Nobody is there: what comes of the webhook is not part of the question. */
const WEBHOOK_URL = 'http://127.0.0.1:9/none';

/** `parlance serve` on its embedded database. */
export const service: Variant = {
  async open() {
    const folder = await mkdtemp(join(tmpdir(), 'parlance-benchmark-'));
    const server = await prepareService(folder, {});
    await server.start();
    const caller = await createCaller(server);
    // Idle with models means that they have worked before.
    await speakShort(caller, 'The service is warm.');
    await synthesize(caller, {
      ...longText('20 000 characters, joe'),
      text: 'The other voice is warm as well.',
    });
    return {
      subjectPid: server.pid(),
      async measure(caseName) {
        const memory = await watchMemory(server.pid());
        const startedAtMs = performance.now();
        const audioSeconds = await synthesize(caller, longText(caseName));
        const tookSeconds = (performance.now() - startedAtMs) / 1000;
        const memoryAboveIdleMib = await memory.end();
        return [
          {
            values: {
              audioPerSecond: audioSeconds / tookSeconds,
              audioSeconds,
              ...(memoryAboveIdleMib === undefined ? {} : { memoryAboveIdleMib }),
            },
          },
        ];
      },
      async close() {
        await server.stop();
        await rm(folder, { recursive: true, force: true });
      },
    };
  },
};

/** @returns the length of the audio in seconds, once it can be fetched */
async function synthesize(caller: Caller, { voiceCode, text }: LongText): Promise<number> {
  const accepted = await fetch(`${caller.url}/v1/tts`, {
    method: 'POST',
    headers: { ...caller.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'async', voiceCode, text, outputFormat: 'wav', webhookUrl: WEBHOOK_URL }),
  });
  const { requestId } = (await accepted.json()) as { requestId: string };
  for (;;) {
    const { status, audioLink } = await ask(caller, requestId, 'synthesis');
    if (status === 'COMPLETED' && audioLink !== undefined) return await secondsOf(audioLink);
    if (status !== 'PROCESSING') throw new SpeechError('INTERNAL', `The synthesis ended as ${status}.`);
    await delay(POLL_EVERY_MS);
  }
}

async function secondsOf(link: string): Promise<number> {
  const head = await fetch(link, { headers: { range: `bytes=0-${WAV_HEADER_BYTES - 1}` } });
  const header = await head.arrayBuffer();
  const bytes = Number(head.headers.get('content-range')?.split('/')[1]);
  return (bytes - WAV_HEADER_BYTES) / new DataView(header).getUint32(28, true);
}
