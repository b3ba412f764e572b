import { writeFile } from 'node:fs/promises';
import { createAudioReader, RECORDING_RATES_HZ } from '@parlance/audio';
import { segmentText } from '@parlance/core/text';
import { createModelStore } from '@parlance/models';
import sherpaOnnx from '@parlance/plugin-sherpa-onnx';
import { TEXTS } from '../first-audio-latency/texts.ts';
import { textOf } from '../long-synthesis/texts.ts';
import { readClips } from '../recognition-segmentation/clips.ts';

/**
 * Measures what the simulator takes for service times: processor time of one unit on one worker, which other work on the machine
 * changes little. Writes `service-times.json`.
 */
const BATCH_CHARACTERS = 20_000;
const BATCH_UNITS = 60;
const REPETITIONS = 4;
const INTERIM_SECONDS = [1, 2, 3, 4, 5];
const FINAL_SECONDS = [1, 2, 3, 4, 6, 8];

const context = { models: createModelStore(), isolation: 'thread', onIncident: () => undefined } as const;
const plugin = sherpaOnnx({ threads: { synthesis: 1, recognition: 1 } });
const [voice] = (await plugin.createSynthesis?.(context)) ?? [];
const [recognizer] = (await plugin.createRecognition?.(context)) ?? [];
if (voice === undefined || recognizer === undefined) process.exit(1);
await Promise.all([voice.warm(), recognizer.warm()]);

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return Math.round((user + system) / 100) / 10;
}

const speakMs = (text: string): Promise<number> =>
  cpuMs(() => Array.fromAsync(voice.synthesize({ text, voiceCode: 'joe', speed: 1 }, { lane: 'batch' })));
const segmentsOf = (text: string, firstUnit: 'short' | 'natural'): readonly string[] =>
  [
    ...segmentText(text, { languageCode: 'en-US', maxUnitChars: voice.capabilities.maxUnitChars, firstUnit }),
  ].map((segment) => segment.text);

const live = Object.values(TEXTS).map((text) => segmentsOf(text, 'short'));
const batch = segmentsOf(textOf(BATCH_CHARACTERS), 'natural').slice(0, BATCH_UNITS);
const clips = await Promise.all(
  readClips().map(async ({ path }) => {
    const recording = await createAudioReader({ sampleRatesHz: RECORDING_RATES_HZ }).open(path);
    const pieces = await Array.fromAsync(recording.samples(recognizer.capabilities.sampleRateHz));
    await recording.close();
    return Float32Array.from(pieces.flatMap((piece) => [...piece]));
  }),
);
const hearMs = (clip: Float32Array, seconds: number): Promise<number> =>
  cpuMs(() =>
    recognizer.recognize(clip.slice(0, seconds * recognizer.capabilities.sampleRateHz), { lane: 'batch' }),
  );

const times: Record<string, number[]> = { first: [], next: [], batch: [], final: [], interim: [], sync: [] };
for (let turn = 0; turn < REPETITIONS; turn++) {
  for (const [first = '', ...rest] of live) {
    times.first?.push(await speakMs(first));
    for (const text of rest) times.next?.push(await speakMs(text));
  }
}
for (const text of batch) times.batch?.push(await speakMs(text));
for (const clip of clips) {
  for (const seconds of INTERIM_SECONDS) times.interim?.push(await hearMs(clip, seconds));
  for (const seconds of FINAL_SECONDS) times.final?.push(await hearMs(clip, seconds));
}
times.sync = times.final ?? [];
await Promise.all([voice.close(), recognizer.close()]);
await writeFile(new URL('service-times.json', import.meta.url), `${JSON.stringify(times)}\n`);
