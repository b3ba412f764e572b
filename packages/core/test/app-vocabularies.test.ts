import { describe, expect, it } from 'vitest';
import { createAppVocabularies } from '../src/administration/apps/app-vocabularies.ts';
import { runTranscriptionJob } from '../src/transcription/batch/run-transcription-job.ts';
import { submitTranscription } from '../src/transcription/batch/submit-transcription.ts';
import { transcribeShortBytes } from '../src/transcription/live/transcribe-short-bytes.ts';
import { type Bench, insertApp, openBench } from './support/bench.ts';
import { wav } from './support/wav.ts';

const TALK = wav([1]);
const TERMS = [{ term: 'Siobhan', heardAs: ['chevron'] }];
const RECOGNITION = {
  script: { texts: ['Chevron and she von.'] },
  capabilities: { languages: ['en'], concurrency: 1 },
};

const openVocabularies = async () => {
  const bench = await openBench({ recognition: RECOGNITION });
  const vocabularies = createAppVocabularies(bench.ports);
  return { bench, vocabularies, ports: { ...bench.ports, vocabularyOf: vocabularies.of } };
};

async function* inOnePiece(bytes: Uint8Array) {
  yield bytes;
}

async function job(ports: Bench['ports'], bench: Bench, vocabulary?: typeof TERMS) {
  const options = vocabulary === undefined ? {} : { vocabulary };
  const { answer } = await submitTranscription(ports, { bytes: inOnePiece(TALK) }, bench.app, options);
  await runTranscriptionJob(ports, answer.transcriptId, { starts: 1, signal: new AbortController().signal });
  return (await bench.records.transcriptions.get(answer.transcriptId))?.transcript;
}

describe('the vocabulary of an app', () => {
  it('applies in both modes of a recording, with the terms of the call', async () => {
    const { bench, vocabularies, ports } = await openVocabularies();
    await using _closed = bench;
    const live = async (options = {}) =>
      (await transcribeShortBytes(ports, TALK, bench.app, options)).answer.transcript;
    expect(await live()).toBe('Chevron and she von.');
    expect(await job(ports, bench)).toBe('Chevron and she von.');
    await vocabularies.put(bench.app.appId, TERMS);
    const own = [{ term: 'Siobhán', heardAs: ['she von'] }];
    expect(await live()).toBe('Siobhan and she von.');
    expect(await live({ vocabulary: own })).toBe('Siobhan and Siobhán.');
    expect(await job(ports, bench)).toBe('Siobhan and she von.');
    expect(await job(ports, bench, own)).toBe('Siobhan and Siobhán.');
  });

  it('is cached, and a change by another process applies within two seconds', async () => {
    const { bench, vocabularies } = await openVocabularies();
    await using _closed = bench;
    const { appId } = bench.app;
    const other = createAppVocabularies(bench.ports);
    expect(await other.of(appId)).toBeUndefined();
    await vocabularies.put(appId, TERMS);
    expect((await vocabularies.of(appId))?.terms).toEqual(TERMS);
    expect(await other.of(appId)).toBeUndefined();
    bench.clock.advance(2000);
    const ready = await other.of(appId);
    expect(ready?.terms).toEqual(TERMS);
    bench.clock.advance(2000);
    // Nothing has changed: what was made ready is not made again.
    expect(await other.of(appId)).toBe(ready);
    bench.clock.advance(1);
    await vocabularies.put(appId, []);
    expect(await vocabularies.of(appId)).toBeUndefined();
  });

  it('is shown with the time of its last change, and empty without one', async () => {
    const { bench, vocabularies } = await openVocabularies();
    await using _closed = bench;
    const { appId } = bench.app;
    expect(await vocabularies.get(appId)).toEqual({ appId, terms: [], changedAt: null });
    await vocabularies.put(appId, TERMS);
    const changedAt = new Date(bench.clock.now()).toISOString();
    expect(await vocabularies.get(appId)).toEqual({ appId, terms: TERMS, changedAt });
    await expect(vocabularies.get('nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('is logged when an operator changes it', async () => {
    const { bench, vocabularies } = await openVocabularies();
    await using _closed = bench;
    await insertApp(bench.records.apps.insert, 'app2');
    await vocabularies.put('app2', TERMS, { actor: 'token', sessionId: null, address: null });
    expect(await bench.records.audit.list({ limit: 5 })).toMatchObject([
      { action: 'vocabulary-change', target: 'app2', actor: 'token' },
    ]);
    await expect(vocabularies.put('nobody', TERMS)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
