import { wavHeader } from '@parlance/audio';
import { deferred } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { createBalanceCheck } from '../src/accounts/index.ts';
import { SpeechError } from '../src/errors/index.ts';
import type { Egress } from '../src/requests/index.ts';
import type { LiveAdmission } from '../src/scheduling/index.ts';
import {
  getTranscript,
  type SubmitTranscriptionOptions,
  transcribeShortAddress,
  transcribeShortBytes,
} from '../src/transcription/index.ts';
import { type Bench, openBench, withoutWords } from './support/bench.ts';
import { countedRecordings } from './support/counted-recordings.ts';
import { HOOK } from './support/jobs.ts';
import { overriding } from './support/overriding.ts';
import { wav } from './support/wav.ts';

const URL = 'https://files.example/talk.wav';
const TALK = wav([1.2]);
const idempotency = { path: '/v1/stt', key: 'k', bodyHash: 'hash' };
const live = (bench: Bench, options: SubmitTranscriptionOptions = {}) =>
  transcribeShortBytes(bench.ports, TALK, bench.app, options);

describe('live transcription', () => {
  it('is charged at its end, and found by its id afterwards', async () => {
    await using bench = await openBench({ seconds: '2' });
    const { answer, isReplay } = await live(bench);
    expect(isReplay).toBe(false);
    expect(answer).toMatchObject({ status: 'COMPLETED', transcript: 'Hello.', audioDurationSeconds: 2 });
    expect([await bench.ledger(), await bench.balance()]).toEqual([['charge -2'], '0']);
    expect(await getTranscript(bench.records, answer.transcriptId, bench.app)).toEqual(answer);
    expect(await bench.records.transcriptions.get(answer.transcriptId)).toMatchObject({
      kind: 'live',
      source: null,
    });
    expect(bench.jobs).toEqual([]);
  });

  it('stores and returns the times of words on request', async () => {
    await using bench = await openBench();
    const { answer } = await live(bench, { words: true });
    const [first] = answer.utterances;
    expect(first?.words).toEqual([
      {
        text: 'Hello.',
        startTime: expect.closeTo(first?.startTime ?? 0, 1),
        endTime: expect.closeTo(first?.endTime ?? 0, 1),
      },
    ]);
    expect(await getTranscript(bench.records, answer.transcriptId, bench.app)).toEqual(answer);
    expect((await live(bench)).answer.utterances[0]).not.toHaveProperty('words');
  });

  it('refuses words that are not available before any work', async () => {
    await using bench = await openBench();
    const asked = transcribeShortBytes(
      { ...bench.ports, chooseRecognizer: withoutWords(bench) },
      TALK,
      bench.app,
      { words: true },
    );
    await expect(asked).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect(bench.recognizer.calls).toEqual([]);
  });

  it('is refused before any work if the app has too few seconds', async () => {
    await using bench = await openBench({ seconds: '1.9' });
    await expect(live(bench)).rejects.toMatchObject({ code: 'INSUFFICIENT_SECONDS' });
    expect(bench.recognizer.calls).toEqual([]);
    expect(await bench.ledger()).toEqual([]);
    expect(bench.ports.slots.inUse(bench.app.appId)).toBe(0);
  });

  it('is refused, free of charge, while the workers are behind', async () => {
    await using bench = await openBench({ seconds: '2' });
    const asked: unknown[] = [];
    const admission: LiveAdmission = {
      admit(...call) {
        asked.push(call);
        throw new SpeechError('QUEUE_FULL', 'Too many wait.');
      },
    };
    const refused = transcribeShortBytes({ ...bench.ports, admission }, TALK, bench.app);
    await expect(refused).rejects.toMatchObject({ code: 'QUEUE_FULL' });
    expect(asked).toEqual([['fake', { lane: 'sync', turn: 'app1' }]]);
    expect([await bench.ledger(), bench.recognizer.calls]).toEqual([[], []]);
    expect(bench.ports.slots.inUse(bench.app.appId)).toBe(0);
  });

  it.each([
    ['separate', true],
    ['mixed', false],
    [undefined, false],
  ] as const)('with channels %s is decoded with keepsChannels %s', async (channels, keepsChannels) => {
    await using bench = await openBench();
    const { reader } = bench.ports;
    const { signal } = new AbortController();
    const decoded: unknown[] = [];
    const open: typeof reader.open = (source, options) => {
      decoded.push(options);
      return reader.open(source, options);
    };
    const ports = { ...bench.ports, reader: overriding(reader, { open }) };
    await transcribeShortBytes(ports, TALK, bench.app, { channels, signal });
    expect(decoded).toEqual([{ keepsChannels, signal, maxSeconds: 10 }]);
  });

  it('is closed whether it succeeds or fails', async () => {
    await using bench = await openBench({
      recognition: { script: { texts: ['Hello.'], failures: { 1: 'ENGINE_FAILED', 2: 'ENGINE_FAILED' } } },
    });
    const counted = countedRecordings(bench.ports.reader);
    const ports = { ...bench.ports, reader: counted.reader };
    await transcribeShortBytes(ports, TALK, bench.app);
    expect(counted.openCount).toBe(0);
    await expect(transcribeShortBytes(ports, TALK, bench.app)).rejects.toMatchObject({
      code: 'ENGINE_FAILED',
    });
    expect(counted.openCount).toBe(0);
  });

  it('of an app known as unlimited does not wait for the database', async () => {
    await using bench = await openBench();
    const { ledger } = bench.records;
    const asked = deferred();
    const slow = deferred<string | null>();
    let isSlow = false;
    const balance: typeof ledger.balance = (appId, unit) => {
      if (!isSlow) return ledger.balance(appId, unit);
      asked.resolve();
      return slow.promise;
    };
    const check = createBalanceCheck(overriding(ledger, { balance }), bench.clock, 'seconds');
    const ports = { ...bench.ports, seconds: check };
    await transcribeShortBytes(ports, TALK, bench.app);
    isSlow = true;
    expect((await transcribeShortBytes(ports, TALK, bench.app)).answer.status).toBe('COMPLETED');
    // It is asked all the same, and one whose knowledge is old waits.
    await asked.promise;
    bench.clock.advance(5001);
    const waiting = transcribeShortBytes(ports, TALK, bench.app);
    slow.reject(new SpeechError('STORAGE_FAILED', 'The database does not answer.'));
    await expect(waiting).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
  });

  it('of an app that was unlimited is refused as soon as its first limit is noticed', async () => {
    await using bench = await openBench();
    const { ledger } = bench.records;
    const check = createBalanceCheck(ledger, bench.clock, 'seconds');
    await check.cover('app1', '1');
    await ledger.setBalance('app1', 'seconds', '0');
    // Let through as an unlimited app's, and looked up beside the work.
    await check.cover('app1', '1');
    await expect
      .poll(() =>
        check.cover('app1', '1').then(
          () => 'let through',
          ({ code }) => code,
        ),
      )
      .toBe('INSUFFICIENT_SECONDS');
  });

  it('never takes a balance below zero, however many run at once', async () => {
    const gate = deferred();
    await using bench = await openBench({
      seconds: '3',
      recognition: { script: { gate: () => gate.promise } },
    });
    const both = [live(bench), live(bench)];
    const settled = Promise.allSettled(both);
    gate.resolve();
    const outcomes = (await settled).map(({ status }) => status).sort();
    expect(outcomes).toEqual(['fulfilled', 'rejected']);
    expect([await bench.ledger(), await bench.balance()]).toEqual([['charge -2'], '1']);
    expect(await bench.records.transcriptions.list({ limit: 10 })).toHaveLength(1);
  });

  it('sends its result to webhookUrl', async () => {
    await using bench = await openBench();
    const { answer } = await live(bench, { webhookUrl: HOOK });
    const deliveryId = `msg_${answer.transcriptId}_success`;
    expect(bench.jobs).toEqual([{ kind: 'webhook-delivery', id: deliveryId, turn: 'app1' }]);
    expect(await bench.records.deliveries.get(deliveryId)).toMatchObject({
      url: HOOK,
      body: { status: 'COMPLETED', transcript: 'Hello.', audioDuration: 2 },
    });
    await expect(live(bench, { webhookUrl: 'https://refused.example' })).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    });
  });

  it('that fails costs nothing, is stored, and is reported to webhookUrl', async () => {
    await using bench = await openBench({
      seconds: '2',
      recognition: { script: { failures: { 0: 'ENGINE_CRASHED', 1: 'ENGINE_CRASHED' } } },
    });
    await expect(live(bench, { webhookUrl: HOOK })).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
    expect([await bench.ledger(), await bench.balance()]).toEqual([[], '2']);
    expect(await bench.records.transcriptions.list({ limit: 10 })).toMatchObject([
      { kind: 'live', status: 'FAILED', utterances: [], failure: { code: 'ENGINE_CRASHED' } },
    ]);
    expect(bench.jobs).toMatchObject([{ kind: 'webhook-delivery' }]);
    expect(bench.ports.slots.inUse(bench.app.appId)).toBe(0);
  });

  it('that its caller left is not stored', async () => {
    const stop = new AbortController();
    await using bench = await openBench({
      recognition: {
        script: {
          gate: () => {
            stop.abort();
            return new Promise(() => undefined);
          },
        },
      },
    });
    const left = live(bench, { signal: stop.signal, webhookUrl: HOOK, idempotency });
    await expect(left).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await bench.records.transcriptions.list({ limit: 10 })).toEqual([]);
    expect(bench.jobs).toEqual([]);
  });

  it('that the ledger refuses returns no transcript', async () => {
    await using bench = await openBench({ seconds: '2' });
    const { records } = bench;
    const transact = () => Promise.reject(new SpeechError('STORAGE_FAILED', 'The database does not answer.'));
    const ports = { ...bench.ports, records: overriding(records, { transact }) };
    await expect(transcribeShortBytes(ports, TALK, bench.app)).rejects.toMatchObject({
      code: 'STORAGE_FAILED',
    });
    expect(await bench.balance()).toBe('2');
  });

  it.each([
    ['10 seconds', wav([10]), 'AUDIO_TOO_LONG'],
    ['no WAV', new Uint8Array(100), 'AUDIO_NOT_READABLE'],
  ])('of %s is refused', async (_what, bytes, code) => {
    await using bench = await openBench({ seconds: '100' });
    await expect(transcribeShortBytes(bench.ports, bytes, bench.app)).rejects.toMatchObject({ code });
    expect([await bench.ledger(), bench.ports.slots.inUse(bench.app.appId)]).toEqual([[], 0]);
  });

  it('that turns out too long while it is decoded is refused for its field', async () => {
    await using bench = await openBench();
    const open = () => Promise.reject(new SpeechError('AUDIO_TOO_LONG', 'The recording is too long.'));
    const ports = { ...bench.ports, reader: overriding(bench.ports.reader, { open }) };
    await expect(transcribeShortBytes(ports, TALK, bench.app)).rejects.toMatchObject({
      code: 'AUDIO_TOO_LONG',
      details: { field: 'audioContent' },
    });
  });

  it.each([
    [160_000, 16_000, '10'],
    [160_001, 16_000, '10.00006'],
    [480_001, 48_000, '10.00002'],
    [84_000, 8000, '10.5'],
  ])('of %i samples at %i Hz is reported to last %s seconds', async (samples, sampleRateHz, seconds) => {
    await using bench = await openBench();
    const dataBytes = samples * 2;
    const bytes = Buffer.concat([wavHeader({ sampleRateHz, dataBytes }), Buffer.alloc(dataBytes)]);
    await expect(transcribeShortBytes(bench.ports, bytes, bench.app)).rejects.toMatchObject({
      message: `audioContent lasts ${seconds} seconds; mode "sync" takes less than 10. Use mode "async".`,
    });
  });
});

describe('live transcription with an Idempotency-Key', () => {
  it('answers a repeat with the first answer, recognized and charged once', async () => {
    await using bench = await openBench({ seconds: '10' });
    const first = await live(bench, { idempotency });
    bench.clock.advance(86_399_000);
    expect(await live(bench, { idempotency })).toEqual({ answer: first.answer, isReplay: true });
    expect(bench.recognizer.calls).toHaveLength(1);
    expect(await bench.ledger()).toEqual(['charge -2']);
    const other = live(bench, { idempotency: { ...idempotency, bodyHash: 'other' } });
    await expect(other).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    bench.clock.advance(2000);
    expect(await live(bench, { idempotency })).toMatchObject({ isReplay: false });
  });

  it('answers a repeat even if its addresses would be refused by now', async () => {
    await using bench = await openBench();
    bench.egress.files.set(URL, TALK);
    const send = (ports = bench.ports) =>
      transcribeShortAddress(ports, URL, bench.app, { idempotency, webhookUrl: HOOK });
    const first = await send();
    const check = async (): Promise<void> => {
      throw new SpeechError('INVALID_INPUT', 'The address is not allowed.');
    };
    const again = await send({ ...bench.ports, egress: overriding(bench.egress, { check }) });
    expect(again).toEqual({ answer: first.answer, isReplay: true });
  });

  it('refuses a repeat while the first is still running', async () => {
    const gate = deferred();
    await using bench = await openBench({
      recognition: { script: { texts: ['Hello.'], gate: () => gate.promise } },
    });
    const first = live(bench, { idempotency });
    await expect(live(bench, { idempotency })).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    gate.resolve();
    expect(await first).toMatchObject({ isReplay: false });
    expect(await live(bench, { idempotency })).toMatchObject({ isReplay: true });
  });

  it('frees the key of a request that failed', async () => {
    await using bench = await openBench({
      recognition: { script: { texts: ['Hello.'], failures: { 0: 'ENGINE_FAILED' } } },
    });
    await expect(live(bench, { idempotency })).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
    expect(await live(bench, { idempotency })).toMatchObject({ isReplay: false });
  });

  it('keeps the answer of a request that was committed although the database reported a failure', async () => {
    await using bench = await openBench({ seconds: '10' });
    const transact: typeof bench.records.transact = async (work) => {
      await bench.records.transact(work);
      throw new SpeechError('STORAGE_FAILED', 'The connection broke.');
    };
    const ports = { ...bench.ports, records: overriding(bench.records, { transact }) };
    const failed = transcribeShortBytes(ports, TALK, bench.app, { idempotency });
    await expect(failed).rejects.toMatchObject({ code: 'STORAGE_FAILED' });
    expect(await live(bench, { idempotency })).toMatchObject({ isReplay: true });
    expect(await bench.ledger()).toEqual(['charge -2']);
  });

  it('frees the key of a process that died five minutes later', async () => {
    await using bench = await openBench();
    const dying = overriding(bench.records.idempotency, { forget: () => new Promise<void>(() => undefined) });
    const records = overriding(bench.records, { idempotency: dying });
    const engine = overriding(bench.recognizer, { recognize: () => new Promise<never>(() => undefined) });
    const chooseRecognizer = () => ({ ...bench.ports.chooseRecognizer(), engine });
    const hung = { ...bench.ports, records, chooseRecognizer };
    void transcribeShortBytes(hung, TALK, bench.app, { idempotency });
    await expect
      .poll(() => live(bench, { idempotency }).catch((error: SpeechError) => error.code))
      .toBe('IDEMPOTENCY_CONFLICT');
    bench.clock.advance(300_001);
    expect(await live(bench, { idempotency })).toMatchObject({ isReplay: false });
  });
});

describe('live transcription of an address', () => {
  it('fetches the recording and continues as with an upload', async () => {
    await using bench = await openBench({ seconds: '10' });
    bench.egress.files.set(URL, TALK);
    const { answer } = await transcribeShortAddress(bench.ports, URL, bench.app, { webhookUrl: HOOK });
    expect(answer).toMatchObject({ status: 'COMPLETED', audioDurationSeconds: 2 });
    expect(await bench.ledger()).toEqual(['charge -2']);
    expect(bench.jobs).toMatchObject([{ kind: 'webhook-delivery' }]);
  });

  it.each([
    ['may not be reached', 'https://refused.example', 'INVALID_INPUT'],
    ['has nothing', 'https://files.example/none.wav', 'AUDIO_FETCH_FAILED'],
  ])('that %s is refused', async (_what, url, code) => {
    await using bench = await openBench();
    await expect(transcribeShortAddress(bench.ports, url, bench.app)).rejects.toMatchObject({ code });
    expect(bench.ports.slots.inUse(bench.app.appId)).toBe(0);
  });

  it('reports a recording with too many bytes like an upload', async () => {
    await using bench = await openBench();
    let askedFor: number | undefined;
    const egress: Pick<Egress, 'check' | 'fetchRecording'> = {
      check: async () => undefined,
      // biome-ignore lint/correctness/useYield: it fails before its first byte
      async *fetchRecording(_url, { maxBytes }) {
        askedFor = maxBytes;
        throw new SpeechError('AUDIO_TOO_LARGE', 'The recording is too large.');
      },
    };
    await expect(transcribeShortAddress({ ...bench.ports, egress }, URL, bench.app)).rejects.toMatchObject({
      code: 'AUDIO_TOO_LARGE',
      message: 'audioUrl must be smaller than 10 MB (10000000 bytes) in mode "sync".',
    });
    expect(askedFor).toBe(9_999_999);
  });

  it('names the field of a recording that is too long', async () => {
    await using bench = await openBench();
    bench.egress.files.set(URL, wav([10]));
    await expect(transcribeShortAddress(bench.ports, URL, bench.app)).rejects.toMatchObject({
      code: 'AUDIO_TOO_LONG',
      details: { field: 'audioUrl' },
    });
  });
});
