import type { LiveEvent } from '@parlance/client';
import type { KeptUtterance } from '@parlance/core/segmentation';

/** What was understood so far. */
export interface LiveText {
  /** Utterances that will not change any more. */
  readonly finals: readonly KeptUtterance[];
  /** What the open one sounds like; empty between utterances. */
  readonly interim: string;
}

export const NOTHING_YET: LiveText = { finals: [], interim: '' };

/** @returns the text after one more event of the session */
export function hear(text: LiveText, event: LiveEvent): LiveText {
  if (event.type === 'INTERIM_RESULT') return { ...text, interim: event.text };
  // A session without speech says so by an empty result.
  if (event.speechType === 'no-speech') return { ...text, interim: '' };
  const { startTime, endTime, words } = event;
  const final = { text: event.text, startTime, endTime, ...(words && { words }) };
  return { finals: [...text.finals, final], interim: '' };
}
