import { deferred } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { SpeechError } from '../src/errors/index.ts';
import { LIMITS } from '../src/limits/index.ts';
import { getTranscript, runTranscriptionJob, submitTranscription } from '../src/transcription/index.ts';
import { insertApp, openBench, withoutWords } from './support/bench.ts';
import { going, HOOK } from './support/jobs.ts';
import { overriding } from './support/overriding.ts';
import { endlessRecording, inPieces, spooled, TALK, upload } from './support/transcriptions.ts';
import { wav } from './support/wav.ts';

describe('a recording that is uploaded', () => {
  it('is stored, its seconds reserved and its job added before it is accepted', async () => {
    await using bench = await openBench({ seconds: '10' });
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
    await using bench = await openBench();
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
    await using bench = await openBench({ seconds: '10' });
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
    await using bench = await openBench();
    const ports = { ...bench.ports, chooseRecognizer: withoutWords(bench) };
    const { answer } = await submitTranscription(ports, { bytes: inPieces(TALK) }, bench.app);
    await runTranscriptionJob(ports, answer.transcriptId, going());
    const { status, utterances } = await getTranscript(bench.records, answer.transcriptId, bench.app);
    expect([status, utterances.length]).toEqual(['COMPLETED', 2]);
  });

  it('becomes a transcript with the true times of its utterances, its webhook and nothing left behind', async () => {
    await using bench = await openBench({ seconds: '10' });
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
    await using bench = await openBench({ seconds: '3' });
    await expect(upload(bench)).rejects.toMatchObject({ code: 'INSUFFICIENT_SECONDS' });
    expect(await bench.balance()).toBe('3');
    expect(await bench.ledger()).toEqual([]);
    expect(bench.jobs).toEqual([]);
    expect(await bench.objects()).toEqual([]);
    expect(await spooled(bench)).toEqual([]);
  });

  it('is refused, unread, if there is no recognizer', async () => {
    await using bench = await openBench();
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
    await using bench = await openBench();
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
    await using bench = await openBench({ seconds: '4' });
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
    await using bench = await openBench();
    const recording = endlessRecording();
    const refused = submitTranscription(bench.ports, { bytes: recording.pieces() }, bench.app);
    await expect(refused).rejects.toMatchObject({ code: 'AUDIO_TOO_LARGE' });
    expect(recording.sentBytes).toBe(LIMITS.transcription.batchFileBytes);
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
    await using bench = await openBench({ seconds: '10' });
    await expect(upload(bench, bytes, webhookUrl)).rejects.toMatchObject({ code });
    expect([await bench.objects(), await spooled(bench), bench.jobs]).toEqual([[], [], []]);
    expect(await bench.balance()).toBe('10');
  });

  it('whose client leaves in the middle leaves nothing', async () => {
    await using bench = await openBench();
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
      await using bench = await openBench({ seconds: '10' });
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
    await using bench = await openBench();
    const full = { ...bench.ports, maxWaitingJobs: 0 };
    const refused = submitTranscription(full, { bytes: inPieces(TALK) }, bench.app);
    await expect(refused).rejects.toMatchObject({ code: 'QUEUE_FULL' });
  });

  it('returns the first answer to a repeat with its key, and is stored once', async () => {
    await using bench = await openBench({ seconds: '4' });
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
    await using bench = await openBench();
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
    await using bench = await openBench();
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
    await using bench = await openBench();
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
    await using bench = await openBench();
    await upload(bench);
    const other = await insertApp(bench.records.apps.insert, 'app2');
    const unknown = { code: 'TRANSCRIPT_NOT_FOUND' };
    await expect(getTranscript(bench.records, 'id1', other)).rejects.toMatchObject(unknown);
    await expect(getTranscript(bench.records, 'id2', bench.app)).rejects.toMatchObject(unknown);
  });

  it('is not found by a long id, which the error repeats only in part', async () => {
    await using bench = await openBench();
    const asked = getTranscript(bench.records, 'x'.repeat(1000), bench.app);
    await expect(asked).rejects.toThrow(/^[^x]*x{64}[^x]*$/);
  });
});
