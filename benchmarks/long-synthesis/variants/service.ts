import { SpeechError } from '@parlance/core/errors';
import type { Variant } from '../../runner/contract.ts';
import { ask, type Caller, createCaller, speakShort } from '../../service/caller.ts';
import { type EndNotices, listenForEnds } from '../../service/end-notices.ts';
import { watchMemory } from '../../service/memory-watch.ts';
import { startService } from '../../service/service-process.ts';
import { type LongText, longText, WHOLE_TEXT } from '../texts.ts';

const WAV_HEADER_BYTES = 44;

/** `parlance serve` on its embedded database. */
export const service: Variant = {
  async open() {
    const server = await startService();
    const caller = await createCaller(server);
    const ends = await listenForEnds();
    // Idle with models means that they have worked before.
    await speakShort(caller, 'The service is warm.');
    for (const voiceCode of ['slt', 'joe'] as const) {
      const { requestId } = await submit(caller, { voiceCode, text: 'This voice is warm as well.' }, ends);
      await ends.ended(requestId);
    }
    return {
      subjectPid: server.pid,
      async measure(caseName) {
        // The looks themselves take a hundredth of the machine.
        const memory = caseName === WHOLE_TEXT ? await watchMemory(server.pid) : undefined;
        const startedAtMs = performance.now();
        const { requestId } = await submit(caller, longText(caseName), ends);
        await ends.ended(requestId);
        const tookSeconds = (performance.now() - startedAtMs) / 1000;
        const audioSeconds = await audioSecondsOf(caller, requestId);
        const memoryAboveIdleMib = await memory?.end();
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
        await ends.close();
      },
    };
  },
};

async function submit(
  caller: Caller,
  { voiceCode, text }: LongText,
  { url: webhookUrl }: EndNotices,
): Promise<{ readonly requestId: string }> {
  const accepted = await fetch(`${caller.url}/v1/tts`, {
    method: 'POST',
    headers: { ...caller.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ mode: 'async', voiceCode, text, outputFormat: 'wav', webhookUrl }),
  });
  return (await accepted.json()) as { requestId: string };
}

/** @throws SpeechError `INTERNAL` when the request did not end well */
async function audioSecondsOf(caller: Caller, requestId: string): Promise<number> {
  const { status, audioLink } = await ask(caller, requestId, 'synthesis');
  if (status === 'COMPLETED' && audioLink !== undefined) return secondsOf(audioLink);
  throw new SpeechError('INTERNAL', `The synthesis ended as ${status}.`);
}

async function secondsOf(link: string): Promise<number> {
  const head = await fetch(link, { headers: { range: `bytes=0-${WAV_HEADER_BYTES - 1}` } });
  const header = await head.arrayBuffer();
  const bytes = Number(head.headers.get('content-range')?.split('/')[1]);
  return (bytes - WAV_HEADER_BYTES) / new DataView(header).getUint32(28, true);
}
