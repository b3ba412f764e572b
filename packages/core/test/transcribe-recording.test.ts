import { deferred } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import type { App } from '../src/accounts/index.ts';
import { SpeechError } from '../src/errors/index.ts';
import { LIMITS } from '../src/limits/index.ts';
import type { LiveAdmission } from '../src/scheduling/index.ts';
import { type TranscribeRecordingOptions, transcribeRecording } from '../src/transcription/index.ts';
import { type Bench, openBench, withoutWords } from './support/bench.ts';
import { countedRecordings } from './support/counted-recordings.ts';
import { overriding } from './support/overriding.ts';
import { endlessRecording, inPieces, spooled } from './support/transcriptions.ts';
import { wav } from './support/wav.ts';

/** Two utterances: from 0 to 0.8 and from 2.3 to 3.2 seconds. */
const TALK = wav([0.8, 1.5, 0.9]);

const transcribe = (bench: Bench, options?: TranscribeRecordingOptions, app: App = bench.app) =>
  transcribeRecording(bench.ports, inPieces(TALK), app, options);

/** Nothing of a call is left, however it ended: its file, its place, or a recording that is still open. */
async function expectNothingLeft(bench: Bench): Promise<void> {
  expect(await spooled(bench)).toEqual([]);
  expect(bench.ports.slots.inUse(bench.app.appId)).toBe(0);
}

const stored = ({ records }: Bench) => records.transcriptions.list({ limit: 10 });

describe('a recording that is transcribed while its caller waits', () => {
  it('is answered with its exact length, charged by the second, and found by its id', async () => {
    await using bench = await openBench({ seconds: '10' });
    const { transcriptId, ...heard } = await transcribe(bench);
    expect(heard).toEqual({
      transcript: 'Hello. World.',
      utterances: [expect.objectContaining({ text: 'Hello.' }), expect.objectContaining({ text: 'World.' })],
      durationSeconds: 3.2,
      language: 'en',
    });
    for (const utterance of heard.utterances) expect(utterance).not.toHaveProperty('channel');
    expect(await bench.ledger()).toEqual(['charge -4']);
    expect(await bench.records.transcriptions.get(transcriptId)).toMatchObject({
      kind: 'live',
      status: 'COMPLETED',
      transcript: 'Hello. World.',
      audioDurationSeconds: 4,
      webhookUrl: null,
    });
    await expectNothingLeft(bench);
  });

  it('passes each utterance on as soon as it is recognized', async () => {
    const gates = [deferred(), deferred()];
    await using bench = await openBench({
      recognition: { script: { texts: ['Hello.', 'World.'], gate: (index) => gates[index]?.promise } },
    });
    const heard: string[] = [];
    const first = deferred();
    const going = transcribe(bench, {
      onUtterance: Promise.resolve(({ text }) => {
        heard.push(text);
        first.resolve();
      }),
    });
    gates[0]?.resolve();
    await first.promise;
    expect(heard).toEqual(['Hello.']);
    gates[1]?.resolve();
    await going;
    expect(heard).toEqual(['Hello.', 'World.']);
  });

  it.each([
    ['asked for', 'de', ['en', 'fr'], 'de'],
    ['heard by the recognizer', undefined, ['en', 'fr'], 'fr'],
    ['the only one of the recognizer', undefined, ['it'], 'it'],
    ['not known', undefined, ['en', 'it'], undefined],
  ])('names the language that is %s', async (_how, language, languages, named) => {
    const said = { text: 'Words.', tokens: [], ...(languages.includes('fr') && { language: 'fr' }) };
    await using bench = await openBench({
      recognition: { script: { texts: [said] }, capabilities: { languages } },
    });
    const heard = await transcribe(bench, { language: Promise.resolve(language) });
    expect(heard).toHaveProperty('transcript', 'Words. Words.');
    if (named === undefined) expect(heard).not.toHaveProperty('language');
    else expect(heard.language).toBe(named);
  });

  it('asks for the recognizer that its language, its model and the times of words need', async () => {
    await using bench = await openBench();
    const wishes: unknown[] = [];
    const chooseRecognizer: typeof bench.ports.chooseRecognizer = (wish) => {
      wishes.push(wish);
      return bench.ports.chooseRecognizer(wish);
    };
    const wish = { language: 'de', model: 'large', wordTimesField: 'timestamp_granularities' };
    const ports = { ...bench.ports, chooseRecognizer };
    const { utterances } = await transcribeRecording(ports, inPieces(TALK), bench.app, wish);
    expect(wishes).toEqual([wish]);
    expect(utterances.map(({ words }) => words?.map(({ text }) => text))).toEqual([['Hello.'], ['World.']]);
    // Those are for the caller only.
    const [record] = await stored(bench);
    expect(record?.utterances).toHaveLength(2);
    for (const utterance of record?.utterances ?? []) expect(utterance).not.toHaveProperty('words');
  });

  it('has the terms of the call in place of what was recognized', async () => {
    await using bench = await openBench();
    const vocabulary = [{ term: 'Hallo', heardAs: ['hello'] }];
    expect((await transcribe(bench, { vocabulary })).transcript).toBe('Hallo. World.');
  });

  it('takes a place of its app until it ends', async () => {
    const gate = deferred();
    const hasBegun = deferred();
    await using bench = await openBench({
      recognition: {
        script: {
          gate: () => {
            hasBegun.resolve();
            return gate.promise;
          },
        },
      },
    });
    const app = { ...bench.app, sttConcurrency: 1 };
    const first = transcribe(bench, {}, app);
    await hasBegun.promise;
    await expect(transcribe(bench, {}, app)).rejects.toMatchObject({
      code: 'RECOGNITION_CONCURRENCY_EXCEEDED',
    });
    gate.resolve();
    await first;
    await expectNothingLeft(bench);
  });

  it('is refused, free of charge, while the workers are behind', async () => {
    await using bench = await openBench({ seconds: '10' });
    const asked: unknown[] = [];
    const admission: LiveAdmission = {
      admit(...call) {
        asked.push(call);
        throw new SpeechError('QUEUE_FULL', 'Too many wait.');
      },
    };
    const ports = { ...bench.ports, admission };
    const refused = transcribeRecording(ports, inPieces(TALK), bench.app);
    await expect(refused).rejects.toMatchObject({ code: 'QUEUE_FULL' });
    expect(asked).toEqual([['fake', { lane: 'sync', turn: 'app1' }]]);
    expect([await bench.ledger(), bench.recognizer.calls]).toEqual([[], []]);
    await expectNothingLeft(bench);
  });

  it('is refused before any work if the app has too few seconds', async () => {
    await using bench = await openBench({ seconds: '3' });
    await expect(transcribe(bench)).rejects.toMatchObject({ code: 'INSUFFICIENT_SECONDS' });
    expect([await bench.ledger(), bench.recognizer.calls, await stored(bench)]).toEqual([[], [], []]);
    await expectNothingLeft(bench);
  });

  it('is refused before any work if the times of words are not available', async () => {
    await using bench = await openBench();
    const ports = { ...bench.ports, chooseRecognizer: withoutWords(bench) };
    const refused = transcribeRecording(ports, inPieces(TALK), bench.app, { wordTimesField: 'words' });
    await expect(refused).rejects.toMatchObject({ code: 'INVALID_INPUT', details: { field: 'words' } });
    expect(bench.recognizer.calls).toEqual([]);
    await expectNothingLeft(bench);
  });

  it('is refused while it is still being sent once it passes the limit', async () => {
    await using bench = await openBench();
    const recording = endlessRecording();
    await expect(transcribeRecording(bench.ports, recording.pieces(), bench.app)).rejects.toMatchObject({
      code: 'AUDIO_TOO_LARGE',
    });
    expect(recording.sentBytes).toBe(LIMITS.transcription.batchFileBytes);
    await expectNothingLeft(bench);
  });

  it('that fails costs nothing and is stored with its failure', async () => {
    await using bench = await openBench({
      seconds: '10',
      recognition: { script: { failures: { 0: 'ENGINE_FAILED' } } },
    });
    await expect(transcribe(bench)).rejects.toMatchObject({ code: 'ENGINE_FAILED' });
    expect([await bench.ledger(), await bench.balance()]).toEqual([[], '10']);
    expect(await stored(bench)).toMatchObject([{ status: 'FAILED', failure: { code: 'ENGINE_FAILED' } }]);
    await expectNothingLeft(bench);
  });

  it('is not charged or stored if the server stops before its end', async () => {
    await using bench = await openBench({
      seconds: '10',
      recognition: { script: { texts: ['Hello.'], failures: { 1: 'SHUTTING_DOWN' } } },
    });
    const heard: string[] = [];
    const stopped = transcribe(bench, { onUtterance: ({ text }) => void heard.push(text) });
    await expect(stopped).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
    expect([heard, await bench.ledger(), await stored(bench)]).toEqual([['Hello.'], [], []]);
    await expectNothingLeft(bench);
  });

  it('is closed whether it succeeds or fails', async () => {
    await using bench = await openBench({
      recognition: { script: { texts: ['Hello.'], failures: { 2: 'ENGINE_FAILED', 3: 'ENGINE_FAILED' } } },
    });
    const counted = countedRecordings(bench.ports.reader);
    const ports = { ...bench.ports, reader: counted.reader };
    await transcribeRecording(ports, inPieces(TALK), bench.app);
    expect(counted.openCount).toBe(0);
    await expect(transcribeRecording(ports, inPieces(TALK), bench.app)).rejects.toMatchObject({
      code: 'ENGINE_FAILED',
    });
    expect(counted.openCount).toBe(0);
  });
});

describe('a caller who leaves before the end', () => {
  /** @param leavesAt the utterance before which the caller leaves, counted from 0 */
  async function openLeaving(leavesAt: number) {
    const caller = new AbortController();
    const gate = (index: number): Promise<void> | undefined => {
      if (index !== leavesAt) return undefined;
      caller.abort();
      return new Promise(() => undefined);
    };
    const bench = await openBench({
      seconds: '10',
      recognition: { script: { texts: ['Hello.', 'World.'], gate } },
    });
    return { bench, signal: caller.signal };
  }

  it('is charged up to the last utterance that was passed on', async () => {
    const { bench, signal } = await openLeaving(1);
    await using _bench = bench;
    const heard: string[] = [];
    const left = transcribe(bench, { signal, onUtterance: ({ text }) => void heard.push(text) });
    await expect(left).rejects.toMatchObject({ code: 'ABORTED' });
    expect(heard).toEqual(['Hello.']);
    expect(await bench.ledger()).toEqual(['charge -1']);
    expect(await stored(bench)).toMatchObject([
      { status: 'COMPLETED', transcript: 'Hello.', audioDurationSeconds: 1 },
    ]);
    await expectNothingLeft(bench);
  });

  it.each([
    ['nothing was passed on', 0, () => undefined],
    ['nothing is passed on', 1, undefined],
  ])('is charged nothing if %s', async (_what, leavesAt, onUtterance) => {
    const { bench, signal } = await openLeaving(leavesAt);
    await using _bench = bench;
    await expect(transcribe(bench, { signal, onUtterance })).rejects.toMatchObject({ code: 'ABORTED' });
    expect([await bench.ledger(), await stored(bench)]).toEqual([[], []]);
    await expectNothingLeft(bench);
  });

  it('stops the decoding of the recording', async () => {
    await using bench = await openBench({ seconds: '10' });
    const caller = new AbortController();
    const { reader } = bench.ports;
    let isDecodingStopped: boolean | undefined;
    const open: typeof reader.open = async (path, options) => {
      caller.abort();
      isDecodingStopped = options?.signal?.aborted;
      return reader.open(path, options);
    };
    const ports = { ...bench.ports, reader: overriding(reader, { open }) };
    const left = transcribeRecording(ports, inPieces(TALK), bench.app, { signal: caller.signal });
    await expect(left).rejects.toMatchObject({ code: 'ABORTED' });
    expect(isDecodingStopped).toBe(true);
    await expectNothingLeft(bench);
  });

  it('is told of that, even if what was passed on cannot be stored', async () => {
    const { bench, signal } = await openLeaving(1);
    await using _bench = bench;
    const transact = () => Promise.reject(new SpeechError('STORAGE_FAILED', 'The database does not answer.'));
    const ports = { ...bench.ports, records: overriding(bench.records, { transact }) };
    const left = transcribeRecording(ports, inPieces(TALK), bench.app, {
      signal,
      onUtterance: () => undefined,
    });
    await expect(left).rejects.toMatchObject({ code: 'ABORTED' });
  });
});
