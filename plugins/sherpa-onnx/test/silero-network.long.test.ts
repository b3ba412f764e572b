import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hasModels, modelStore } from './installed-models.ts';
import { clips, readClip } from './speech-clips.ts';

const THRESHOLDS = [0.2, 0.35, 0.5, 0.65, 0.8];
const HYSTERESIS = 0.15;
interface Detected {
  readonly own: readonly number[];
  readonly theirs: readonly (readonly boolean[])[];
}

async function detectBoth(speech: Float32Array): Promise<Detected> {
  const model = await modelStore.ensure('silero-vad');
  const task = JSON.stringify({ modelPath: model.files.model, thresholds: THRESHOLDS });
  const entry = join(import.meta.dirname, 'addon-windows.ts');
  const output = execFileSync(process.execPath, ['--conditions=@parlance/source', entry, task], {
    input: Buffer.from(speech.buffer, speech.byteOffset, speech.byteLength),
    maxBuffer: 10_000_000,
  });
  return JSON.parse(output.toString()) as Detected;
}

/**
 * The addon changes its mind with the second window that says so, as its shortest durations of 10 ms make it; of an end, windows
 * between the two thresholds may lie between.
 */
function addonDecisions(probabilities: readonly number[], threshold: number): boolean[] {
  let isSpeech = false;
  let hasTurned = false;
  return probabilities.map((probability) => {
    const turns = isSpeech ? probability < threshold - HYSTERESIS : probability > threshold;
    const isBetween = isSpeech && !turns && probability < threshold;
    if (turns && hasTurned) isSpeech = !isSpeech;
    hasTurned = (turns && !hasTurned) || (isBetween && hasTurned);
    return isSpeech;
  });
}

describe.skipIf(!hasModels || clips.length === 0)('our own Silero network', () => {
  it.each(clips.slice(0, 3))('decides on every window of $id as the addon does', async (clip) => {
    const { own, theirs } = await detectBoth(await readClip(clip));
    expect(THRESHOLDS.map((threshold) => addonDecisions(own, threshold))).toEqual(theirs);
    expect(own.some((probability) => probability > 0.9)).toBe(true);
  });
});
