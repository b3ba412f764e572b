import { readFileSync } from 'node:fs';

export const RECORD = new URL('heard.json', import.meta.url);

/** What Moonshine heard: joe never speaks a sentence twice alike, so that two ways of matching are compared on the same. */
export interface Recorded {
  /** In the order of `TERM_SENTENCES`. */
  readonly sentences: readonly string[];
  /** By term, in the order of the sentences of a trial. */
  readonly trials: Readonly<Record<string, readonly string[]>>;
  /** By id. */
  readonly clips: Readonly<Record<string, string>>;
}

export function readRecord(): Recorded {
  return JSON.parse(readFileSync(RECORD, 'utf8')) as Recorded;
}
