import { afterEach, describe, expect, it } from 'vitest';
import type { Recognition } from '../src/engine/index.ts';
import type { KeptUtterance } from '../src/segmentation/utterance.ts';
import {
  getTranscript,
  recognizeRecording,
  runTranscriptionJob,
  type SubmitTranscriptionOptions,
  submitTranscription,
  transcribeShortBytes,
} from '../src/transcription/index.ts';
import { type Bench, openBench } from './support/bench.ts';
import { channelsWav, loudestChannel } from './support/channels-wav.ts';
import { going } from './support/jobs.ts';

/** Where somebody speaks on each channel, from and to, in seconds: the second interrupts the first, and ends after it. */
const CALL = [
  [
    [0.2, 1.6],
    [4, 5],
  ],
  [
    [0.9, 2.2],
    [3.4, 4.4],
  ],
] as const;
const SPOKEN = [
  ['channel 0', 0, 0.2, 1.6],
  ['channel 1', 1, 0.9, 2.2],
  ['channel 1', 1, 3.4, 4.4],
  ['channel 0', 0, 4, 5],
];
const hear = (samples: Float32Array): string => `channel ${loudestChannel(samples)}`;

const benches: Bench[] = [];
afterEach(async () => {
  for (const bench of benches.splice(0)) await bench[Symbol.asyncDispose]();
});
async function open(said: (samples: Float32Array) => string | Recognition = hear): Promise<Bench> {
  const bench = await openBench({ seconds: '100', recognition: { script: { hear: said } } });
  benches.push(bench);
  return bench;
}

async function* inOnePiece(bytes: Uint8Array) {
  yield bytes;
}

const rounded = (utterances: readonly KeptUtterance[]) =>
  utterances.map(({ text, channel, startTime, endTime }) => [
    text,
    channel,
    Math.round(startTime * 10) / 10,
    Math.round(endTime * 10) / 10,
  ]);

async function transcribeByJob(
  bench: Bench,
  from: 'an upload' | 'an address',
  options: SubmitTranscriptionOptions,
) {
  const url = 'https://files.example/call.wav';
  bench.egress.files.set(url, channelsWav(CALL));
  const recording = from === 'an upload' ? { bytes: inOnePiece(channelsWav(CALL)) } : { url };
  const { answer } = await submitTranscription(bench.ports, recording, bench.app, {
    webhookUrl: 'https://receiver.example/hook',
    ...options,
  });
  await runTranscriptionJob(bench.ports, answer.transcriptId, going());
  return getTranscript(bench.records, answer.transcriptId, bench.app);
}

describe('separate channels', () => {
  it.each(['an upload', 'an address'] as const)(
    'of %s are recognized separately, in order of speech, and charged once',
    async (from) => {
      const bench = await open();
      const record = await transcribeByJob(bench, from, { channels: Promise.resolve('separate') });
      expect(rounded(record.utterances)).toEqual(SPOKEN);
      expect(record).toMatchObject({
        transcript: 'channel 0 channel 1 channel 1 channel 0',
        audioDurationSeconds: 6,
      });
      expect(await bench.ledger()).toEqual(['reserve -6']);
      const delivery = await bench.records.deliveries.get(`msg_${record.transcriptId}_success`);
      expect(delivery?.body).toMatchObject({ utterances: record.utterances, audioDuration: 6 });
    },
  );

  it('are reported for a recording that is recognized at once', async () => {
    const bench = await open();
    const { answer } = await transcribeShortBytes(bench.ports, channelsWav(CALL), bench.app, {
      channels: 'separate',
    });
    expect(rounded(answer.utterances)).toEqual(SPOKEN);
    expect(await bench.ledger()).toEqual(['charge -6']);
    expect(await getTranscript(bench.records, answer.transcriptId, bench.app)).toEqual(answer);
  });

  it.each([undefined, 'mixed'] as const)('are one with %s, and no utterance names any', async (channels) => {
    const bench = await open();
    const { utterances } = await transcribeByJob(bench, 'an upload', { channels });
    for (const utterance of utterances) expect(utterance).not.toHaveProperty('channel');
    // What is said at once is one utterance.
    expect(utterances.map(({ startTime }) => Math.round(startTime * 10) / 10)).toEqual([0.2, 3.4]);
  });

  it('may be eight, some of them silent, or one', async () => {
    const bench = await open();
    const eight = [[], [], [[2, 3]], [], [], [], [], [[1, 1.8]]] as const;
    const many = await transcribeShortBytes(bench.ports, channelsWav(eight), bench.app, {
      channels: 'separate',
    });
    expect(rounded(many.answer.utterances)).toEqual([
      ['channel 7', 7, 1, 1.8],
      ['channel 2', 2, 2, 3],
    ]);
    const mono = await transcribeShortBytes(bench.ports, channelsWav([[[1, 2]]]), bench.app, {
      channels: 'separate',
    });
    expect(rounded(mono.answer.utterances)).toEqual([['channel 0', 0, 1, 2]]);
  });

  it('fail together, free of charge, if one of them does', async () => {
    const bench = await open((samples) => {
      if (loudestChannel(samples) === 1) throw new Error('A broken model.');
      return 'channel 0';
    });
    const asked = transcribeShortBytes(bench.ports, channelsWav(CALL), bench.app, { channels: 'separate' });
    await expect(asked).rejects.toMatchObject({ code: 'INTERNAL' });
    expect(await bench.ledger()).toEqual([]);
    expect(bench.ports.slots.inUse(bench.app.appId)).toBe(0);
  });

  it('are passed on in order of speech, after all are recognized', async () => {
    const bench = await open();
    const recording = await bench.ports.reader.open(channelsWav(CALL), { keepsChannels: true });
    const passedOn: KeptUtterance[] = [];
    const { utterances } = await recognizeRecording(bench.ports.chooseRecognizer(), recording, {
      utteranceSilenceMs: 800,
      channels: 'separate',
      onUtterance: (utterance) => passedOn.push(utterance),
    });
    expect(rounded(passedOn)).toEqual(SPOKEN);
    expect(passedOn).toEqual(utterances);
    await recording.close();
  });

  it('are aborted with their caller', async () => {
    const bench = await open();
    const control = new AbortController();
    const recording = await bench.ports.reader.open(channelsWav(CALL), { keepsChannels: true });
    control.abort();
    const asked = recognizeRecording(bench.ports.chooseRecognizer(), recording, {
      utteranceSilenceMs: 800,
      channels: 'separate',
      signal: control.signal,
    });
    await expect(asked).rejects.toMatchObject({ code: 'ABORTED' });
    await recording.close();
  });
});

describe('the language that a model detected', () => {
  it('is that of most of the speech, in the record and in the webhook', async () => {
    const languages = ['en', 'de'];
    const bench = await open((samples) => {
      const language = languages[loudestChannel(samples)];
      return { text: 'words', tokens: [], ...(language !== undefined && { language }) };
    });
    const record = await transcribeByJob(bench, 'an upload', { channels: 'separate' });
    expect(record.language).toBe('en');
    const delivery = await bench.records.deliveries.get(`msg_${record.transcriptId}_success`);
    expect(delivery?.body).toMatchObject({ language: 'en' });
    const other = channelsWav([[[0.2, 1]], [[0.5, 3]]]);
    const { answer } = await transcribeShortBytes(bench.ports, other, bench.app, { channels: 'separate' });
    expect(answer.language).toBe('de');
  });

  it('is not invented', async () => {
    const bench = await open();
    expect(await transcribeByJob(bench, 'an upload', {})).not.toHaveProperty('language');
  });
});
