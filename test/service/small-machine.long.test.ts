import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { wavHeader } from '../../packages/audio/src/index.ts';
import { workingFolder } from '../../packages/cli/test/parlance.ts';
import { headersOf, startServer } from '../../packages/cli/test/server.ts';
import { createParlanceClient, ParlanceError } from '../../packages/client/src/index.ts';
import { createMemoryGroup } from './memory-group.ts';
import { hasModels } from './real-speech.ts';

const LIMIT_BYTES = 768 * 2 ** 20;
const CALLERS = 4;
const SESSIONS = 2;
/** Far beyond what one worker speaks within the allowed wait. */
const CROWD = 60;
const MAX_WAIT_SECONDS = 2;
const SENTENCE = 'The quick brown fox jumps over the lazy dog, and the dog takes no notice of it whatever. ';
const LIVE_TEXT = SENTENCE.repeat(3).trim();
const BATCH_TEXT = SENTENCE.repeat(40).trim();
const RATE_HZ = 16_000;
/** Nobody listens there: the result is asked for. */
const NOBODY = 'http://127.0.0.1:9/';

/** Asks again when it was refused for now, as late as the server says. */
async function untilServed<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask();
    } catch (error) {
      if (!(error instanceof ParlanceError) || !error.retryable) throw error;
      await delay(error.retryAfterMs ?? 1000);
    }
  }
}

describe.runIf(hasModels)('the small profile within 768 MiB', () => {
  it('serves callers, live sessions and a batch at once, refuses a crowd, and is never killed', {
    timeout: 900_000,
  }, async ({ skip }) => {
    const group = createMemoryGroup(`parlance-small-${process.pid}`, LIMIT_BYTES);
    if (typeof group === 'string') return skip(group);
    // After the server has ended, which is registered later.
    onTestFinished(() => expect.poll(() => group.remove(), { timeout: 60_000 }).toBeUndefined());
    // Whatever else failed: a service that was killed ends its connections, which would be all that is seen of it.
    onTestFinished(() => expect(group.kills(), 'processes that the kernel killed').toBe(0));
    const folder = await workingFolder({
      port: 0,
      logLevel: 'warn',
      maxLiveWaitSeconds: MAX_WAIT_SECONDS,
      // A busy machine takes its time for a dozen.
      sessionMaxSeconds: 14_400,
      allowNetworks: ['127.0.0.0/8'],
    });
    const env = { PARLANCE_PROFILE: 'small' };
    const { announced, stop } = await startServer(folder, [], { env, controlGroup: group.folder });
    const { url, token = '', adminToken = '' } = announced;
    const client = createParlanceClient({ url, token });
    const speak = (voiceCode: string) =>
      untilServed(async () => {
        const answer = await client.speak(LIVE_TEXT, { voiceCode, outputFormat: 'pcm', sampleRate: RATE_HZ });
        return answer.bytes();
      });
    const spoken = await speak('slt');
    const listen = () =>
      untilServed(async () => {
        const session = client.listen(ReadableStream.from([spoken]), {
          sampleRateHz: RATE_HZ,
          interimResults: true,
        });
        const events = await Array.fromAsync(session);
        return events.flatMap((event) => (event.type === 'FINAL_RESULT' ? event.text : [])).join(' ');
      });
    const batch = async () => {
      const { requestId } = await client.submitSpeech({
        text: BATCH_TEXT,
        voiceCode: 'joe',
        outputFormat: 'mp3',
        webhookUrl: NOBODY,
      });
      return client.waitForSpeech(requestId);
    };
    const [record, heard, audio] = await Promise.all([
      batch(),
      Promise.all(Array.from({ length: SESSIONS }, listen)),
      Promise.all(Array.from({ length: CALLERS }, () => speak('joe'))),
    ]);
    expect(record.status).toBe('COMPLETED');
    for (const text of heard) expect(text).toMatch(/fox|dog/);
    for (const { byteLength } of audio) expect(byteLength).toBeGreaterThan(10 * RATE_HZ);

    const created = await fetch(`${url}/admin/v1/apps`, {
      method: 'POST',
      headers: { authorization: `Bearer ${adminToken}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'crowd', ttsConcurrency: CROWD, sttConcurrency: CROWD }),
    });
    const crowd = { url, ...((await created.json()) as { appId: string; token: string }) };
    const call = async (app: typeof announced) => {
      const answer = await fetch(`${url}/v1/tts`, {
        method: 'POST',
        headers: { ...headersOf(app), 'cache-control': 'no-store' },
        body: JSON.stringify({ mode: 'sync', voiceCode: 'joe', outputFormat: 'wav', text: LIVE_TEXT }),
      });
      await answer.arrayBuffer();
      return { status: answer.status, retryAfter: Number(answer.headers.get('retry-after')) };
    };
    const calls = [announced, crowd].flatMap((app) => Array.from({ length: CROWD }, () => call(app)));
    const answers = await Promise.all(calls);
    // Whether a call is refused for its app's share or for the queue depends on how fast those before it were.
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.length).toBeGreaterThan(0);
    expect(refused.length).toBeLessThan(answers.length);
    for (const { status, retryAfter } of refused) {
      expect([429, 503]).toContain(status);
      expect(retryAfter).toBeGreaterThan(0);
    }

    const dataBytes = 8 * 2 * RATE_HZ;
    const header = wavHeader({ sampleRateHz: RATE_HZ, dataBytes });
    const recording = Buffer.concat([header, spoken.subarray(0, dataBytes)]);
    // Everything at once, twice what it holds: a service without these refusals was killed by it.
    const crowdClient = createParlanceClient(crowd);
    const outcomes = await Promise.allSettled([
      ...Array.from({ length: 12 }, async () => {
        const samples = spoken.subarray(0, 10 * 2 * RATE_HZ);
        return Array.fromAsync(
          crowdClient.listen(ReadableStream.from([samples]), { sampleRateHz: RATE_HZ, interimResults: true }),
        );
      }),
      ...Array.from({ length: 8 }, () => crowdClient.transcribe(recording)),
      ...['joe', 'slt', 'rms', 'awb'].flatMap((voiceCode) =>
        Array.from({ length: 5 }, async () => {
          const answer = await crowdClient.speak(LIVE_TEXT, { voiceCode, outputFormat: 'wav' });
          return answer.bytes();
        }),
      ),
      batch(),
    ]);
    const failures = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.length).toBeLessThan(outcomes.length);
    for (const failure of failures) expect(failure).toMatchObject({ retryable: true });

    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await stop('SIGTERM')).status).toBe(0);
  });
});
