import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { deferred } from '@parlance/testkit';
import { afterEach, describe, expect, it } from 'vitest';
import { SpeechError } from '../src/errors/index.ts';
import { LIMITS } from '../src/limits/index.ts';
import { jobLost, MAX_JOB_ATTEMPTS, MAX_JOB_STARTS } from '../src/requests/index.ts';
import { getTranscript, runTranscriptionJob, submitTranscription } from '../src/transcription/index.ts';
import { type Bench, type BenchOptions, insertApp, openBench, withoutWords } from './support/bench.ts';
import { countedRecordings } from './support/counted-recordings.ts';
import { overriding } from './support/overriding.ts';
import { wav } from './support/wav.ts';

const HOOK = 'https://receiver.example/hook';
const TALK = wav([1, 1.5, 0.7]);
const TERMS = [{ term: 'Hallo', heardAs: ['hello'] }];
const going = (starts = 1) => ({ starts, signal: new AbortController().signal });

const benches: Bench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) await bench[Symbol.asyncDispose]();
});
async function open(options?: BenchOptions): Promise<Bench> {
  const bench = await openBench(options);
  benches.push(bench);
  return bench;
}

async function* inPieces(bytes: Uint8Array, pieceBytes = 10_000) {
  for (let start = 0; start < bytes.length; start += pieceBytes)
    yield bytes.subarray(start, start + pieceBytes);
}

const upload = (bench: Bench, bytes = TALK, webhookUrl: string | undefined = HOOK) =>
  submitTranscription(bench.ports, { bytes: inPieces(bytes) }, bench.app, { webhookUrl });
const spooled = (bench: Bench) => readdir(join(bench.folder, 'spool'));

describe('a recording that is uploaded', () => {
  it('is stored, its seconds reserved and its job added before it is accepted', async () => {
    const bench = await open({ seconds: '10' });
    const { answer, isReplay } = await upload(bench);
    expect(isReplay).toBe(false);
    expect(answer).toEqual({
      transcriptId: 'id1',
      status: 'PENDING',
      transcript: '',
      utterances: [],
      audioDurationSeconds: 4,
    });
    expect(await bench.ledger()).toEqual(['reserve -4']);
    expect(await bench.balance()).toBe('6');
    expect(bench.jobs).toEqual([{ kind: 'transcription', id: 'id1', turn: 'app1' }]);
    expect(await bench.objects()).toEqual(['recordings/id1.wav']);
    expect(await spooled(bench)).toEqual([]);
    expect(await getTranscript(bench.records, 'id1', bench.app)).toEqual(answer);
  });

  it.each(['an upload', 'an address'])('has the times of words on request, for %s', async (from) => {
    const bench = await open();
    const url = 'https://files.example/talk.wav';
    bench.egress.files.set(url, TALK);
    const recording = from === 'an upload' ? { bytes: inPieces(TALK) } : { url };
    await submitTranscription(bench.ports, recording, bench.app, { words: Promise.resolve(true) });
    await runTranscriptionJob(bench.ports, 'id1', going());
    const { utterances } = await getTranscript(bench.records, 'id1', bench.app);
    expect(utterances.map(({ words }) => words?.map(({ text }) => text))).toEqual([['Hello.'], ['World.']]);
    const [, second] = utterances;
    expect(second?.words?.[0]?.startTime).toBeCloseTo(second?.startTime ?? 0, 1);
  });

  it('leaves nothing behind if words are not available', async () => {
    const bench = await open({ seconds: '10' });
    const recording = { bytes: inPieces(TALK) };
    const asked = submitTranscription(
      { ...bench.ports, chooseRecognizer: withoutWords(bench) },
      recording,
      bench.app,
      { words: true },
    );
    await expect(asked).rejects.toMatchObject({ code: 'INVALID_INPUT' });
    expect([await bench.objects(), bench.jobs, await bench.ledger()]).toEqual([[], [], []]);
  });

  it('needs no recognizer that tells the times of words unless they are asked for', async () => {
    const bench = await open();
    const ports = { ...bench.ports, chooseRecognizer: withoutWords(bench) };
    const { answer } = await submitTranscription(ports, { bytes: inPieces(TALK) }, bench.app);
    await runTranscriptionJob(ports, answer.transcriptId, going());
    const { status, utterances } = await getTranscript(bench.records, answer.transcriptId, bench.app);
    expect([status, utterances.length]).toEqual(['COMPLETED', 2]);
  });

  it('becomes a transcript with the true times of its utterances, its webhook and nothing left behind', async () => {
    const bench = await open({ seconds: '10' });
    await upload(bench);
    await runTranscriptionJob(bench.ports, 'id1', going());
    const record = await getTranscript(bench.records, 'id1', bench.app);
    expect(record).toMatchObject({
      status: 'COMPLETED',
      transcript: 'Hello. World.',
      audioDurationSeconds: 4,
    });
    const [first, second] = record.utterances;
    expect(first).toMatchObject({ text: 'Hello.' });
    expect(first?.startTime).toBeCloseTo(0, 1);
    expect(first?.endTime).toBeCloseTo(1, 1);
    expect(second?.startTime).toBeCloseTo(2.5, 1);
    expect(second?.endTime).toBeCloseTo(3.2, 1);
    expect(await bench.ledger()).toEqual(['reserve -4']);
    expect(await bench.objects()).toEqual([]);
    const delivery = await bench.records.deliveries.get('msg_id1_success');
    expect(delivery).toMatchObject({ url: HOOK, state: 'pending', audioObjectName: null });
    expect(delivery?.body).toEqual({
      transcriptId: 'id1',
      status: 'COMPLETED',
      transcript: 'Hello. World.',
      utterances: record.utterances,
      audioDuration: 4,
    });
    expect(bench.jobs.at(-1)).toEqual({ kind: 'webhook-delivery', id: 'msg_id1_success', turn: 'app1' });
  });

  it('is refused, and leaves nothing, when the app has too few seconds', async () => {
    const bench = await open({ seconds: '3' });
    await expect(upload(bench)).rejects.toMatchObject({ code: 'INSUFFICIENT_SECONDS' });
    expect(await bench.balance()).toBe('3');
    expect(await bench.ledger()).toEqual([]);
    expect(bench.jobs).toEqual([]);
    expect(await bench.objects()).toEqual([]);
    expect(await spooled(bench)).toEqual([]);
  });

  it('is refused, unread, if there is no recognizer', async () => {
    const bench = await open();
    const chooseRecognizer = (): never => {
      throw new SpeechError('ENGINE_UNAVAILABLE', 'No plugin recognizes.');
    };
    let isRead = false;
    async function* unread() {
      isRead = true;
      yield TALK;
    }
    // Fields that follow the file are refused as well, later, when nobody waits for them.
    const late = () => Promise.reject(new SpeechError('INVALID_INPUT', 'A field is wrong.'));
    const refused = submitTranscription(
      { ...bench.ports, chooseRecognizer },
      { bytes: unread() },
      bench.app,
      {
        webhookUrl: late(),
        words: late(),
        channels: late(),
        language: late(),
        vocabulary: late(),
        idempotency: { path: '/v1/stt', key: 'k', bodyHash: late() },
      },
    );
    await expect(refused).rejects.toMatchObject({ code: 'ENGINE_UNAVAILABLE' });
    expect([isRead, bench.jobs]).toEqual([false, []]);
  });

  it('is refused, unread, to a client token', async () => {
    const bench = await open();
    const caller = { ...bench.app, clientToken: { clientTokenId: 'client1' } };
    let isRead = false;
    async function* unread() {
      isRead = true;
      yield TALK;
    }
    const refused = submitTranscription(bench.ports, { bytes: unread() }, caller);
    await expect(refused).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect([isRead, bench.jobs]).toEqual([false, []]);
  });

  it('has its seconds reserved by its job if its length is not known before', async () => {
    const bench = await open({ seconds: '4' });
    const reader = overriding(bench.ports.reader, { measure: async () => undefined });
    const ports = { ...bench.ports, reader };
    const { answer } = await submitTranscription(ports, { bytes: inPieces(TALK) }, bench.app);
    expect([answer.audioDurationSeconds, await bench.ledger()]).toEqual([0, []]);
    await runTranscriptionJob(ports, 'id1', going());
    expect(await getTranscript(bench.records, 'id1', bench.app)).toMatchObject({
      status: 'COMPLETED',
      audioDurationSeconds: 4,
    });
    expect(await bench.ledger()).toEqual(['reserve -4']);
  });

  it('is refused while it is still being sent once it passes the limit', async () => {
    const bench = await open();
    const piece = new Uint8Array(1_000_000);
    let sent = 0;
    async function* endless() {
      for (;;) {
        sent += piece.length;
        yield piece;
      }
    }
    const refused = submitTranscription(bench.ports, { bytes: endless() }, bench.app);
    await expect(refused).rejects.toMatchObject({ code: 'AUDIO_TOO_LARGE' });
    expect(sent).toBe(LIMITS.transcription.batchFileBytes);
    expect(await spooled(bench)).toEqual([]);
  });

  it.each([
    [
      'that is no WAV',
      new TextEncoder().encode('not a recording at all, but long enough to be one'),
      HOOK,
      'AUDIO_NOT_READABLE',
    ],
    ['without samples', wav([]), HOOK, 'AUDIO_NOT_READABLE'],
    ['with a webhookUrl that may not be reached', TALK, 'https://refused.example', 'INVALID_INPUT'],
  ])('%s is refused and leaves nothing', async (_what, bytes, webhookUrl, code) => {
    const bench = await open({ seconds: '10' });
    await expect(upload(bench, bytes, webhookUrl)).rejects.toMatchObject({ code });
    expect([await bench.objects(), await spooled(bench), bench.jobs]).toEqual([[], [], []]);
    expect(await bench.balance()).toBe('10');
  });

  it('whose client leaves in the middle leaves nothing', async () => {
    const bench = await open();
    async function* broken() {
      yield TALK.subarray(0, 1000);
      throw SpeechError.aborted();
    }
    await expect(submitTranscription(bench.ports, { bytes: broken() }, bench.app)).rejects.toMatchObject({
      code: 'ABORTED',
    });
    expect([await bench.objects(), await spooled(bench), bench.jobs]).toEqual([[], [], []]);
  });

  it.each(['it is checked', 'its fields are read'])(
    'whose client leaves while %s leaves nothing',
    async (what) => {
      const bench = await open({ seconds: '10' });
      const caller = new AbortController();
      const { reader, audio } = bench.ports;
      let isCheckStopped: boolean | undefined;
      const measure: typeof reader.measure = async (path, options) => {
        if (what === 'it is checked') caller.abort();
        isCheckStopped = options?.signal?.aborted;
        return reader.measure(path, options);
      };
      const fields = deferred<undefined>();
      const keep: typeof audio.keep = async (...args) => {
        await audio.keep(...args);
        caller.abort();
        fields.resolve(undefined);
      };
      const left = submitTranscription(
        {
          ...bench.ports,
          reader: overriding(reader, { measure }),
          audio: overriding(audio, { keep }),
        },
        { bytes: inPieces(TALK) },
        bench.app,
        { signal: caller.signal, webhookUrl: fields.promise },
      );
      await expect(left).rejects.toMatchObject({ code: 'ABORTED' });
      expect(isCheckStopped).toBe(what === 'it is checked');
      expect([await bench.objects(), await spooled(bench), bench.jobs, await bench.ledger()]).toEqual([
        [],
        [],
        [],
        [],
      ]);
    },
  );

  it('is refused if too many wait', async () => {
    const bench = await open();
    const full = { ...bench.ports, maxWaitingJobs: 0 };
    const refused = submitTranscription(full, { bytes: inPieces(TALK) }, bench.app);
    await expect(refused).rejects.toMatchObject({ code: 'QUEUE_FULL' });
  });

  it('returns the first answer to a repeat with its key, and is stored once', async () => {
    const bench = await open({ seconds: '4' });
    const idempotency = { path: '/v1/stt', key: 'k', bodyHash: Promise.resolve('hash') };
    const send = () =>
      submitTranscription(bench.ports, { bytes: inPieces(TALK) }, bench.app, { idempotency });
    const first = await send();
    expect(await send()).toEqual({ answer: first.answer, isReplay: true });
    expect(await bench.objects()).toEqual(['recordings/id1.wav']);
    expect(bench.jobs).toHaveLength(1);
    const other = submitTranscription(bench.ports, { bytes: inPieces(TALK) }, bench.app, {
      idempotency: { ...idempotency, bodyHash: 'other' },
    });
    await expect(other).rejects.toMatchObject({ code: 'IDEMPOTENCY_CONFLICT' });
    expect(await bench.objects()).toEqual(['recordings/id1.wav']);
  });

  it.each(['an upload', 'an address'])('answers a repeat even if checks fail now, for %s', async (from) => {
    const bench = await open();
    const idempotency = { path: '/v1/stt', key: 'k', bodyHash: 'hash' };
    const isUpload = from === 'an upload';
    const send = (ports = bench.ports) => {
      const recording = isUpload ? { bytes: inPieces(TALK) } : { url: 'https://files.example/talk.wav' };
      return submitTranscription(ports, recording, bench.app, { idempotency, webhookUrl: HOOK });
    };
    const first = await send();
    const check = async (): Promise<void> => {
      throw new SpeechError('INVALID_INPUT', 'The address is not allowed.');
    };
    const again = await send({
      ...bench.ports,
      egress: overriding(bench.egress, { check }),
      // An upload is not read while the queue is full.
      maxWaitingJobs: isUpload ? 100 : 0,
    });
    expect(again).toEqual({ answer: first.answer, isReplay: true });
    expect(bench.jobs).toHaveLength(1);
  });

  it('exists if its transaction was committed although the connection broke off', async () => {
    const bench = await open();
    const { records } = bench;
    const transact: typeof records.transact = async (work) => {
      await records.transact(work);
      throw new SpeechError('STORAGE_FAILED', 'The database does not answer.');
    };
    const breaking = { ...bench.ports, records: { ...records, transact } };
    const { answer, isReplay } = await submitTranscription(breaking, { bytes: inPieces(TALK) }, bench.app);
    expect([answer, isReplay]).toMatchObject([{ transcriptId: 'id1', status: 'PENDING' }, false]);
    expect(await bench.objects()).toEqual(['recordings/id1.wav']);
  });

  it('is kept while nobody knows whether its transaction was committed', async () => {
    const bench = await open();
    const { records } = bench;
    const transact = () => Promise.reject(new SpeechError('STORAGE_FAILED', 'The connection broke.'));
    const get = () => Promise.reject(new SpeechError('STORAGE_FAILED', 'Nor is it back.'));
    const transcriptions = overriding(records.transcriptions, { get });
    const breaking = { ...bench.ports, records: { ...records, transact, transcriptions } };
    const broken = submitTranscription(breaking, { bytes: inPieces(TALK) }, bench.app);
    await expect(broken).rejects.toMatchObject({ message: 'The connection broke.' });
    expect(await bench.objects()).toEqual(['recordings/id1.wav']);
  });

  it('is not found by another app', async () => {
    const bench = await open();
    await upload(bench);
    const other = await insertApp(bench.records.apps.insert, 'app2');
    const unknown = { code: 'TRANSCRIPT_NOT_FOUND' };
    await expect(getTranscript(bench.records, 'id1', other)).rejects.toMatchObject(unknown);
    await expect(getTranscript(bench.records, 'id2', bench.app)).rejects.toMatchObject(unknown);
  });

  it('is not found by a long id, which the error repeats only in part', async () => {
    const bench = await open();
    const asked = getTranscript(bench.records, 'x'.repeat(1000), bench.app);
    await expect(asked).rejects.toThrow(/^[^x]*x{64}[^x]*$/);
  });
});

describe('a recording at an address', () => {
  const URL = 'https://files.example/talk.wav';
  const submit = (bench: Bench) =>
    submitTranscription(bench.ports, { url: URL }, bench.app, { webhookUrl: HOOK });

  it('is fetched by the job, which reserves its seconds then', async () => {
    const bench = await open({ seconds: '4' });
    bench.egress.files.set(URL, TALK);
    const { answer } = await submit(bench);
    expect(answer).toMatchObject({ status: 'PENDING', audioDurationSeconds: 0 });
    expect(await bench.ledger()).toEqual([]);
    await runTranscriptionJob(bench.ports, 'id1', going());
    expect(await getTranscript(bench.records, 'id1', bench.app)).toMatchObject({
      status: 'COMPLETED',
      audioDurationSeconds: 4,
    });
    expect(await bench.ledger()).toEqual(['reserve -4']);
    expect([await bench.objects(), await spooled(bench)]).toEqual([[], []]);
  });

  it('is not fetched again by the next start', async () => {
    const bench = await open({
      recognition: { script: { failures: { 0: 'ENGINE_CRASHED', 1: 'ENGINE_CRASHED' } } },
    });
    bench.egress.files.set(URL, TALK);
    await submit(bench);
    await expect(runTranscriptionJob(bench.ports, 'id1', going())).rejects.toMatchObject({
      code: 'ENGINE_CRASHED',
    });
    bench.egress.files.clear();
    await runTranscriptionJob(bench.ports, 'id1', going(2));
    expect(bench.egress.fetches).toBe(1);
    expect(await getTranscript(bench.records, 'id1', bench.app)).toMatchObject({ status: 'COMPLETED' });
    expect(await bench.ledger()).toEqual(['reserve -4']);
  });

  it.each([
    [
      'all that was asked for',
      { words: true, channels: 'separate', language: 'de', vocabulary: TERMS } as const,
    ],
    ['nothing else', {}],
  ])('is kept by a start that fails with %s', async (_what, options) => {
    const bench = await open({
      recognition: { script: { failures: { 0: 'ENGINE_CRASHED', 1: 'ENGINE_CRASHED' } } },
    });
    bench.egress.files.set(URL, TALK);
    await submitTranscription(bench.ports, { url: URL }, bench.app, options);
    expect((await bench.records.transcriptions.get('id1'))?.source).toStrictEqual({
      kind: 'address',
      url: URL,
      ...options,
    });
    await expect(runTranscriptionJob(bench.ports, 'id1', going())).rejects.toBeInstanceOf(SpeechError);
    expect((await bench.records.transcriptions.get('id1'))?.source).toStrictEqual({
      kind: 'stored',
      objectName: 'recordings/id1.wav',
      ...options,
    });
  });

  it('is recognized with the language and the terms that were asked for', async () => {
    const bench = await open();
    const wishes: unknown[] = [];
    const chooseRecognizer: typeof bench.ports.chooseRecognizer = (wish) => {
      wishes.push(wish);
      return bench.ports.chooseRecognizer(wish);
    };
    const ports = { ...bench.ports, chooseRecognizer };
    bench.egress.files.set(URL, TALK);
    const language = Promise.resolve('de');
    await submitTranscription(ports, { url: URL }, bench.app, { language, vocabulary: TERMS });
    await runTranscriptionJob(ports, 'id1', going());
    // Before the fields that may follow the file, with them, and by the job.
    expect(wishes).toEqual([undefined, { language: 'de' }, { language: 'de' }]);
    const { transcript } = await getTranscript(bench.records, 'id1', bench.app);
    expect(transcript).toBe('Hallo. World.');
  });

  it('is decoded with its channels only if they are recognized separately', async () => {
    const bench = await open();
    bench.egress.files.set(URL, TALK);
    const { reader } = bench.ports;
    const kept: unknown[] = [];
    const openNoted: typeof reader.open = (source, options) => {
      kept.push(options?.keepsChannels);
      return reader.open(source, options);
    };
    const ports = { ...bench.ports, reader: overriding(reader, { open: openNoted }) };
    for (const channels of ['separate', 'mixed', undefined] as const) {
      const { answer } = await submitTranscription(ports, { url: URL }, bench.app, { channels });
      await runTranscriptionJob(ports, answer.transcriptId, going());
    }
    expect(kept).toEqual([true, false, false]);
  });

  it('fails without a charge when it is longer than the app has seconds', async () => {
    const bench = await open({ seconds: '3' });
    bench.egress.files.set(URL, TALK);
    await submit(bench);
    await runTranscriptionJob(bench.ports, 'id1', going());
    const record = await getTranscript(bench.records, 'id1', bench.app);
    expect(record.status).toBe('FAILED');
    expect(record.errorMessage).toContain('3 left');
    expect([await bench.ledger(), await bench.balance(), await bench.objects()]).toEqual([[], '3', []]);
  });

  it.each([
    ['can not be read', new Uint8Array(100), 'AUDIO_NOT_READABLE', expect.any(String)],
    [
      'is too large',
      new SpeechError('AUDIO_TOO_LARGE', 'The recording is too large.'),
      'AUDIO_TOO_LARGE',
      'audioUrl must be smaller than 100 MB (100000000 bytes).',
    ],
  ])('fails at once when it %s', async (_what, file, code, errorMessage) => {
    const bench = await open();
    bench.egress.files.set(URL, file);
    await submit(bench);
    await runTranscriptionJob(bench.ports, 'id1', going());
    expect((await bench.records.transcriptions.get('id1'))?.failure?.code).toBe(code);
    const delivery = await bench.records.deliveries.get('msg_id1_failure');
    expect(delivery?.body).toEqual({
      transcriptId: 'id1',
      status: 'FAILED',
      errorMessage,
      audioDuration: 0,
    });
    expect([await bench.objects(), await spooled(bench)]).toEqual([[], []]);
  });

  it('is requested three times before it fails', async () => {
    const bench = await open();
    await submit(bench);
    const failing = () => runTranscriptionJob(bench.ports, 'id1', going());
    for (let attempt = 1; attempt < MAX_JOB_ATTEMPTS; attempt += 1) {
      await expect(failing()).rejects.toMatchObject({ code: 'AUDIO_FETCH_FAILED' });
      expect(await getTranscript(bench.records, 'id1', bench.app)).toMatchObject({ status: 'PENDING' });
    }
    await failing();
    expect(await getTranscript(bench.records, 'id1', bench.app)).toMatchObject({
      status: 'FAILED',
      errorMessage: 'The recording was not found.',
    });
  });

  it('that cannot be stored leaves no file behind', async () => {
    const bench = await open();
    bench.egress.files.set(URL, TALK);
    await submit(bench);
    const keep = () => Promise.reject(new SpeechError('STORAGE_FULL', 'The disk is full.'));
    const full = { ...bench.ports, audio: overriding(bench.ports.audio, { keep }) };
    await expect(runTranscriptionJob(full, 'id1', going())).rejects.toMatchObject({ code: 'STORAGE_FULL' });
    expect(await spooled(bench)).toEqual([]);
    expect(await bench.records.transcriptions.get('id1')).toMatchObject({
      status: 'PENDING',
      failedAttempts: 0,
    });
  });

  it('is refused at acceptance if the address is', async () => {
    const bench = await open();
    const refused = submitTranscription(bench.ports, { url: 'https://refused.example' }, bench.app);
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_INPUT', details: { field: 'audioUrl' } });
    expect(bench.jobs).toEqual([]);
  });
});

describe('a transcription job', () => {
  const crashing = {
    recognition: {
      script: {
        failures: { 0: 'ENGINE_CRASHED', 1: 'ENGINE_CRASHED', 2: 'ENGINE_TIMEOUT', 3: 'ENGINE_FAILED' },
      },
    },
  } as const;

  it('whose engine fails is started again, releases its seconds when it fails for good, and does not mention the engine', async () => {
    const bench = await open({ ...crashing, seconds: '10' });
    const short = wav([0.5]);
    await upload(bench, short);
    for (const [starts, code] of [
      [1, 'ENGINE_CRASHED'],
      [2, 'ENGINE_TIMEOUT'],
    ] as const)
      await expect(runTranscriptionJob(bench.ports, 'id1', going(starts))).rejects.toMatchObject({ code });
    expect(await bench.balance()).toBe('9');
    await runTranscriptionJob(bench.ports, 'id1', going(3));
    const record = await getTranscript(bench.records, 'id1', bench.app);
    expect(record).toMatchObject({ status: 'FAILED', transcript: '', audioDurationSeconds: 1 });
    expect(record.errorMessage).not.toContain('segment');
    expect(await bench.ledger()).toEqual(['reserve -1', 'release 1']);
    expect(await bench.balance()).toBe('10');
    expect(await bench.objects()).toEqual([]);
    expect(await bench.records.deliveries.get('msg_id1_failure')).toBeDefined();
  });

  it('is reported as started when it was started first', async () => {
    const bench = await open(crashing);
    await upload(bench, wav([0.5]));
    const startedAt = new Date(bench.clock.now()).toISOString();
    for (const [starts, code] of [
      [1, 'ENGINE_CRASHED'],
      [2, 'ENGINE_TIMEOUT'],
    ] as const) {
      await expect(runTranscriptionJob(bench.ports, 'id1', going(starts))).rejects.toMatchObject({ code });
      expect(await bench.records.transcriptions.get('id1')).toMatchObject({ startedAt });
      bench.clock.advance(60_000);
    }
  });

  it('is started again for as long as the disk fails, which does not count', async () => {
    const bench = await open();
    await upload(bench);
    let isDown = true;
    const { audio } = bench.ports;
    const local: typeof audio.local = async (name) => {
      if (isDown) throw new SpeechError('STORAGE_FAILED', 'The bucket does not answer.');
      return audio.local(name);
    };
    const flaky = { ...bench.ports, audio: overriding(audio, { local }) };
    for (let starts = 1; starts <= MAX_JOB_STARTS + 5; starts += 1)
      await expect(runTranscriptionJob(flaky, 'id1', going(starts))).rejects.toMatchObject({
        code: 'STORAGE_FAILED',
      });
    isDown = false;
    await runTranscriptionJob(flaky, 'id1', going(MAX_JOB_STARTS + 6));
    expect(await bench.records.transcriptions.get('id1')).toMatchObject({
      status: 'COMPLETED',
      failedAttempts: 0,
    });
  });

  it('that was started too often and never ended fails, and costs nothing', async () => {
    const bench = await open({ seconds: '10' });
    await upload(bench);
    await runTranscriptionJob(bench.ports, 'id1', going(MAX_JOB_STARTS + 1));
    expect(await bench.records.transcriptions.get('id1')).toMatchObject({
      status: 'FAILED',
      failure: { code: 'ENGINE_CRASHED' },
    });
    expect(bench.recognizer.calls).toEqual([]);
    expect([await bench.balance(), await bench.objects()]).toEqual(['10', []]);
  });

  it('is returned as PENDING when its worker stops, and ends when it is started again', async () => {
    const stop = new AbortController();
    const bench = await open({
      recognition: {
        script: { texts: ['Hello.'], gate: () => (stop.signal.aborted ? undefined : abortAndWait()) },
      },
    });
    const abortAndWait = (): Promise<void> => {
      stop.abort();
      return new Promise(() => undefined);
    };
    await upload(bench);
    const stopped = runTranscriptionJob(bench.ports, 'id1', { starts: 1, signal: stop.signal });
    await expect(stopped).rejects.toMatchObject({ code: 'ABORTED' });
    expect(await bench.records.transcriptions.get('id1')).toMatchObject({
      status: 'PENDING',
      failedAttempts: 0,
    });
    await runTranscriptionJob(bench.ports, 'id1', going());
    expect(await getTranscript(bench.records, 'id1', bench.app)).toMatchObject({ status: 'COMPLETED' });
  });

  it.each([
    ['while it is recognized', true],
    ['after it was recognized', false],
  ])('stays PROCESSING when another worker gets it %s', async (_when, isEarly) => {
    const lost = new AbortController();
    const gate = (): Promise<void> | undefined => {
      if (!isEarly) return undefined;
      lost.abort(jobLost());
      return new Promise(() => undefined);
    };
    const bench = await open({ recognition: { script: { texts: ['Hello.'], gate } } });
    await upload(bench);
    const { reader } = bench.ports;
    const openUntilLost: typeof reader.open = async (...args) => {
      const recording = await reader.open(...args);
      const close = async (): Promise<void> => {
        lost.abort(jobLost());
        await recording.close();
      };
      return overriding(recording, { close });
    };
    const ports = { ...bench.ports, reader: overriding(reader, { open: openUntilLost }) };
    const aborted = runTranscriptionJob(ports, 'id1', { starts: 1, signal: lost.signal });
    await expect(aborted).rejects.toMatchObject({ code: 'ABORTED' });
    expect((await bench.records.transcriptions.get('id1'))?.status).toBe('PROCESSING');
  });

  it('that two workers have at once ends once', async () => {
    const bench = await open({ seconds: '10' });
    await upload(bench);
    await Promise.all([1, 2].map((starts) => runTranscriptionJob(bench.ports, 'id1', going(starts))));
    expect(await bench.ledger()).toEqual(['reserve -4']);
    expect(bench.jobs.filter(({ kind }) => kind === 'webhook-delivery')).toHaveLength(1);
    expect(await getTranscript(bench.records, 'id1', bench.app)).toMatchObject({ status: 'COMPLETED' });
  });

  it('that another worker has returned meanwhile ends anyway', async () => {
    const handBack = () => bench.records.transcriptions.update('id1', { status: 'PENDING' });
    const bench: Bench = await open({
      recognition: { script: { gate: async () => void (await handBack()) } },
    });
    await upload(bench);
    await runTranscriptionJob(bench.ports, 'id1', going());
    expect(await getTranscript(bench.records, 'id1', bench.app)).toMatchObject({ status: 'COMPLETED' });
  });

  it('that fails after another worker has ended it is left as it is', async () => {
    const end = () =>
      bench.records.transcriptions.update('id1', { status: 'COMPLETED', transcript: 'Hello.' });
    const bench: Bench = await open({
      recognition: {
        script: {
          gate: async () => void (await end()),
          failures: { 0: 'ENGINE_FAILED', 1: 'ENGINE_FAILED' },
        },
      },
    });
    await upload(bench, wav([0.5]));
    await runTranscriptionJob(bench.ports, 'id1', going());
    expect(await bench.records.transcriptions.get('id1')).toMatchObject({
      status: 'COMPLETED',
      transcript: 'Hello.',
      failure: null,
    });
  });

  it.each([
    ['succeeds', {}],
    ['fails', { failures: { 0: 'ENGINE_FAILED', 1: 'ENGINE_FAILED' } }],
  ] as const)('that %s leaves no file open', async (_how, script) => {
    const bench = await open({ recognition: { script: { texts: ['Hello.'], ...script } } });
    await upload(bench);
    const { audio } = bench.ports;
    const counted = countedRecordings(bench.ports.reader);
    let copies = 0;
    const local: typeof audio.local = async (name) => {
      const copy = await audio.local(name);
      copies += 1;
      return (
        copy && {
          path: copy.path,
          [Symbol.asyncDispose]: async () => {
            copies -= 1;
            await copy[Symbol.asyncDispose]();
          },
        }
      );
    };
    const ports = { ...bench.ports, reader: counted.reader, audio: overriding(audio, { local }) };
    await runTranscriptionJob(ports, 'id1', going()).catch(() => undefined);
    expect([counted.openCount, copies]).toEqual([0, 0]);
  });

  it('whose recording is missing fails', async () => {
    const bench = await open({ seconds: '10' });
    await upload(bench);
    await bench.ports.audio.remove('recordings/id1.wav');
    await runTranscriptionJob(bench.ports, 'id1', going());
    expect(await bench.records.transcriptions.get('id1')).toMatchObject({
      status: 'FAILED',
      failure: { code: 'NOT_FOUND' },
    });
    expect(await bench.balance()).toBe('10');
  });

  it('of a record that has ended or was deleted does nothing', async () => {
    const bench = await open();
    await upload(bench);
    await runTranscriptionJob(bench.ports, 'id1', going());
    const before = await bench.records.transcriptions.get('id1');
    await runTranscriptionJob(bench.ports, 'id1', going(2));
    await runTranscriptionJob(bench.ports, 'unknown', going());
    expect(await bench.records.transcriptions.get('id1')).toEqual(before);
    expect(bench.recognizer.calls).toHaveLength(2);
  });
});
