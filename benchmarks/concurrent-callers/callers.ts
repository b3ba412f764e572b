import type { Sample } from '../runner/sample.ts';

/** Of one measurement: each caller asks once, all at the same moment. */
export const CALLERS = Number(process.env.PARLANCE_BENCHMARK_CALLERS ?? 16);

/** @returns a sample for each caller, and one for all of them together */
export async function callAtOnce(speak: (caller: number) => Promise<Sample>): Promise<readonly Sample[]> {
  const startedAtMs = performance.now();
  const samples = await Promise.all(Array.from({ length: CALLERS }, (_, caller) => speak(caller)));
  const tookSeconds = (performance.now() - startedAtMs) / 1000;
  const audioSeconds = samples.reduce((sum, { values }) => sum + (values.audioSeconds ?? 0), 0);
  return [
    ...samples.map(({ values: { firstByteMs = Number.NaN } }) => ({ values: { firstByteMs } })),
    { values: { audioPerSecond: audioSeconds / tookSeconds } },
  ];
}
