import { expect, it } from 'vitest';
import { runSynthesisJob } from '../src/synthesis/index.ts';
import { going } from './support/jobs.ts';
import {
  continuesAfter,
  open,
  resultOf,
  SCRIPT,
  stopAfter,
  submit,
  undisturbed,
} from './support/resuming.ts';
import { ID } from './support/synthesis-bench.ts';

const PAUSES = { majorBreak: 0.7, mediumBreak: 0.2, paragraphBreak: 0, sentenceBreak: 1 };

const CASES = [
  { name: 'mp3', input: { outputFormat: 'mp3', sampleRate: 16_000 } },
  { name: 'wav', input: { outputFormat: 'wav', sampleRate: 16_000 } },
  { name: 'SSML', input: SCRIPT },
  { name: 'wav with pauses', input: { outputFormat: 'wav', clientPause: PAUSES, speed: 1.2 } },
] as const;

it.each(CASES)(
  'a synthesis continues after each checkpoint and makes the same $name, byte for byte',
  async ({ input }) => {
    const whole = await undisturbed(input);
    expect(whole.checkpoints).toBeGreaterThanOrEqual(2);
    for (let checkpoints = 1; checkpoints <= whole.checkpoints; checkpoints += 1) {
      await continuesAfter(checkpoints, input, whole.bytes);
    }
  },
);

it('a synthesis continues after any number of stops with only a checkpoint between them', async () => {
  const whole = await undisturbed({ outputFormat: 'mp3' });
  await using bench = await open();
  await submit(bench, { outputFormat: 'mp3' });
  for (let starts = 1; starts <= 2; starts += 1) await stopAfter(bench, 1, starts);
  await runSynthesisJob(bench.ports, ID, going(3));
  expect((await resultOf(bench)).equals(whole.bytes)).toBe(true);
});
