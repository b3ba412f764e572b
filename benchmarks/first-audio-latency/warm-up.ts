import { CASE_NAMES } from './texts.ts';

/** Every case once: code is compiled, buffers have grown, and each worker has spoken. */
export async function warmUp(measure: (caseName: string) => Promise<unknown>): Promise<void> {
  for (const caseName of CASE_NAMES) await measure(caseName);
}
