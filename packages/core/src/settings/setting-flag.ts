import { z } from 'zod';

const WORDS: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false };

/** A setting that is on or off; in the environment `true`, `false`, `1` or `0`. */
export function settingFlag(message: string) {
  return z.preprocess(
    (given) => (typeof given === 'string' ? (WORDS[given] ?? given) : given),
    z.boolean(message),
  );
}
