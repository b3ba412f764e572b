import { fakeVoice } from '@parlance/testkit';
import { expect } from 'vitest';
import { runSynthesisJob, submitSynthesis } from '../../src/synthesis/index.ts';
import { going } from './jobs.ts';
import {
  batchInput,
  bytesOf,
  ID,
  longText,
  openSynthesisBench,
  type SynthesisBench,
  VOICE,
} from './synthesis-bench.ts';

/** About 50 s of speech: two checkpoints and a rest. */
export const TEXT = longText(10);
/** Extra rates, so that a file is resampled too. */
export const VOICES = [
  fakeVoice({ ...VOICE, extraRatesHz: [16_000] }),
  fakeVoice({ ...VOICE, code: 'low', nativeRateHz: 11_025 }),
];
export const open = () => openSynthesisBench({ voices: VOICES });
/** At the voice's own rate. */
export const WAV = { outputFormat: 'wav', sampleRate: 8000 };

/** Markup with pauses, rates and another voice, at a rate to which all of it is resampled. */
export const SCRIPT = {
  ...{ outputFormat: 'wav', sampleRate: 16_000, textType: 'ssml' },
  text: `<speak><break time="2s"/>${TEXT.replaceAll('; and', '<break time="700ms"/> <prosody rate="90%" volume="-6dB">and</prosody> <voice name="low">also</voice>')}</speak>`,
};

export async function submit(bench: SynthesisBench, input: object): Promise<void> {
  await submitSynthesis(bench.ports, batchInput({ text: TEXT, ...input }), bench.app);
}

export async function resultOf(bench: SynthesisBench): Promise<Buffer> {
  const record = await bench.records.syntheses.get(ID);
  expect(record).toMatchObject({ status: 'COMPLETED', failure: null });
  const bytes = await bytesOf(await bench.ports.audio.open(record?.audio?.objectName ?? ''));
  expect(record?.audio?.bytes).toBe(bytes.length);
  expect(await bench.objects()).toEqual([record?.audio?.objectName]);
  return bytes;
}

/** Runs the job until it has so many checkpoints. */
export async function stopAfter(bench: SynthesisBench, checkpoints: number, starts = 1): Promise<void> {
  const stop = new AbortController();
  let seen = 0;
  const onProgress = (): void => {
    seen += 1;
    if (seen === checkpoints) stop.abort();
  };
  const run = runSynthesisJob({ ...bench.ports, onProgress }, ID, going(starts, stop.signal));
  await expect(run).rejects.toMatchObject({ code: 'ABORTED' });
}

export async function undisturbed(
  input: object,
): Promise<{ readonly bytes: Buffer; readonly checkpoints: number }> {
  await using bench = await open();
  await submit(bench, input);
  let checkpoints = 0;
  await runSynthesisJob({ ...bench.ports, onProgress: () => void checkpoints++ }, ID, going());
  return { bytes: await resultOf(bench), checkpoints };
}

/** Stops a synthesis after so many checkpoints, and expects of the next start that it makes the rest alone. */
export async function continuesAfter(checkpoints: number, input: object, whole: Buffer): Promise<void> {
  await using bench = await open();
  await submit(bench, input);
  await stopAfter(bench, checkpoints);
  expect(await bench.ports.audio.list(`work/${ID}`)).toHaveLength(checkpoints);
  const unitsBefore = bench.engine.calls.length;
  await runSynthesisJob(bench.ports, ID, going(2));
  expect((await resultOf(bench)).equals(whole)).toBe(true);
  const again = bench.engine.calls.slice(unitsBefore).map(({ input: { text } }) => text);
  expect(again.join(' ')).not.toContain('Sentence 0000');
}
