import { SpeechError } from '@parlance/core/errors';
import type { SessionOutlet } from '@parlance/core/session';
import { deferred, type FakeRecognitionOptions } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { speechWithFakes } from './speech-with-fakes.ts';

/** Shorter than any unit takes: any unit behind another one waits too long. */
const HARDLY_ANY_SECONDS = 1e-9;
const RATE_HZ = 16_000;

/** One worker that ends its first unit at once, so that units are measured, and holds all others until released. */
async function busyService(recognition?: FakeRecognitionOptions) {
  const gate = deferred();
  const { speech, speaker, recognizer } = await speechWithFakes({
    synthesis: {
      capabilities: { concurrency: 1 },
      script: { gate: (unit) => (unit === 0 ? undefined : gate.promise) },
    },
    ...(recognition && { recognition }),
    speech: { maxLiveWaitSeconds: HARDLY_ANY_SECONDS, segmentCacheMib: 0, allowNetworks: ['127.0.0.1'] },
  });
  const { app } = await speech.service.createApp({ name: 'app', ttsConcurrency: 50, sttConcurrency: 50 });
  const call = (text: string) =>
    speech.service.synthesizeLive({ text, voiceCode: 'one', outputFormat: 'pcm', speed: 1 }, app);
  const read = async (text: string) => Array.fromAsync((await call(text)).audio);
  /** Measures one unit, gives the worker another one, and queues a third, which is admitted since nothing waits before it. */
  const occupy = async () => {
    await read('Measured.');
    const admitted = [read('At work.'), read('Waits.')];
    while (speaker.calls.length < 3) await new Promise((resolve) => setImmediate(resolve));
    return { admitted: Promise.all(admitted) };
  };
  return { speech, speaker, recognizer, app, gate, call, read, occupy };
}

const refused = (error: unknown): unknown => (SpeechError.is(error) ? error.code : error);

describe('admission of live synthesis', () => {
  it('refuses a call that would wait too long, with a time to retry, and starts no work for it', async () => {
    const { speech, speaker, gate, call, read, occupy } = await busyService();
    await using _ = speech;
    const { admitted } = await occupy();
    const outcome = await call('One too many.').catch((error: unknown) => error);
    expect(outcome).toMatchObject({ code: 'QUEUE_FULL', details: { retryAfterSeconds: 1 } });
    expect(speaker.calls).toHaveLength(3);
    gate.resolve();
    await admitted;
    expect(speech.service.workload?.().engines).toMatchObject([
      { engine: 'fake', running: 0, waiting: 0, refused: 1 },
      {},
    ]);
    await read('Let in again.');
  });

  it("does not count a refused call against the app's concurrency limit", async () => {
    const { speech, gate, call, occupy } = await busyService();
    await using _ = speech;
    const { admitted } = await occupy();
    const outcomes = new Set<unknown>();
    for (let more = 0; more < 100; more += 1) outcomes.add(await call('Too many.').catch(refused));
    expect(outcomes).toEqual(new Set(['QUEUE_FULL']));
    gate.resolve();
    await admitted;
  });

  it('lets batch requests wait in the queue, however long it is', async () => {
    const { speech, app, gate, occupy } = await busyService();
    await using _ = speech;
    const { admitted } = await occupy();
    const submitted = await speech.service.submitSynthesis(
      {
        text: 'A batch.',
        voiceCode: 'one',
        outputFormat: 'wav',
        speed: 1,
        webhookUrl: 'http://127.0.0.1:9/hook',
      },
      app,
    );
    gate.resolve();
    await admitted;
    const { requestId } = submitted.answer;
    expect(await speech.service.awaitSynthesis(requestId, app, {})).toMatchObject({
      record: { status: 'COMPLETED' },
    });
  });

  it('refuses in-process streams as well, but lets calls for a whole file wait', async () => {
    const { speech, gate, occupy } = await busyService();
    await using _ = speech;
    const { admitted } = await occupy();
    const streamed = Array.fromAsync(speech.speak('A stream.', { voiceCode: 'one' })).catch(refused);
    expect(await streamed).toBe('QUEUE_FULL');
    const file = speech.speak('A file.', { voiceCode: 'one' }).file();
    gate.resolve();
    expect((await file).byteLength).toBeGreaterThan(44);
    await admitted;
  });

  it('refuses no call if it is turned off', async () => {
    const { speech } = await speechWithFakes({
      synthesis: { capabilities: { concurrency: 1 } },
      speech: { maxLiveWaitSeconds: null, segmentCacheMib: 0 },
    });
    await using _ = speech;
    const audio = () => Array.fromAsync(speech.speak('All at once.', { voiceCode: 'one' }));
    await audio();
    await expect(Promise.all(Array.from({ length: 30 }, audio))).resolves.toHaveLength(30);
  });
});

describe('admission of live recognition', () => {
  it('refuses sessions and short recordings while finals wait', async () => {
    const gate = deferred();
    const { speech, recognizer, app } = await busyService({
      script: { texts: ['hello'], gate: (segment) => (segment === 0 ? undefined : gate.promise) },
      capabilities: { concurrency: 1 },
    });
    await using _ = speech;
    const hear = () => Array.fromAsync(speech.listen(spokenThenSilent(), { sampleRateHz: RATE_HZ }));
    await hear();
    const listeners = [hear(), hear()];
    while (recognizer.calls.length < 3) await new Promise((resolve) => setImmediate(resolve));
    await expect(hear()).rejects.toMatchObject({ code: 'QUEUE_FULL' });
    await expect(speech.service.transcribeShortBytes(new Uint8Array(), app)).rejects.toMatchObject({
      code: 'QUEUE_FULL',
    });
    expect(await errorOfSession(speech, app.appId)).toMatchObject({
      type: 'ERROR',
      code: 'PROVIDER_UNAVAILABLE',
      retryable: true,
    });
    gate.resolve();
    await Promise.all(listeners);
  });
});

async function errorOfSession(
  speech: Awaited<ReturnType<typeof speechWithFakes>>['speech'],
  appId: string,
): Promise<unknown> {
  const { token } = await speech.service.createApp({ name: `beside ${appId}` });
  const closed = deferred<unknown>();
  let last: unknown;
  const outlet: SessionOutlet = {
    send: (message) => {
      last = message;
    },
    close: () => closed.resolve(last),
    pause: () => undefined,
    resume: () => undefined,
  };
  const [, payload = ''] = token.split('.');
  const { sub } = JSON.parse(Buffer.from(payload, 'base64url').toString()) as { sub: string };
  speech.service.openSession({ token, appId: sub }, outlet);
  return closed.promise;
}

/** A second of a tone and a second of silence: one utterance for the tests' detector. */
async function* spokenThenSilent(): AsyncGenerator<Float32Array> {
  yield Float32Array.from({ length: RATE_HZ }, (_, index) => 0.5 * Math.sin(index / 5));
  yield new Float32Array(RATE_HZ);
}
