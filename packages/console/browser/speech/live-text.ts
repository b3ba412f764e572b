import type { LiveEvent } from '@parlance/client';

/** What was understood so far. */
export interface LiveText {
  /** Utterances that will not change any more. */
  readonly finals: readonly { readonly text: string; readonly startTime: number; readonly endTime: number }[];
  /** What the open one sounds like; empty between utterances. */
  readonly interim: string;
}

export const NOTHING_YET: LiveText = { finals: [], interim: '' };

/** @returns the text after one more event of the session */
export function hear(text: LiveText, event: LiveEvent): LiveText {
  if (event.type === 'INTERIM_RESULT') return { ...text, interim: event.text };
  // A session without speech says so by an empty result.
  if (event.speechType === 'no-speech') return { ...text, interim: '' };
  const { startTime, endTime } = event;
  return { finals: [...text.finals, { text: event.text, startTime, endTime }], interim: '' };
}
