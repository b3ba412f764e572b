import type { LiveEvent } from '@parlance/client';
import type { KeptUtterance } from '@parlance/core/segmentation';

/** The recognized text so far. */
export interface LiveText {
  /** Utterances that no longer change. */
  readonly finals: readonly KeptUtterance[];
  /** Text so far of the open utterance; empty between utterances. */
  readonly interim: string;
}

export const NOTHING_YET: LiveText = { finals: [], interim: '' };

/** @returns the text after one more event of the session */
export function hear(text: LiveText, event: LiveEvent): LiveText {
  if (event.type === 'INTERIM_RESULT') return { ...text, interim: event.text };
  // A session without speech ends with an empty result.
  if (event.speechType === 'no-speech') return { ...text, interim: '' };
  const { startTime, endTime, words } = event;
  const final = { text: event.text, startTime, endTime, ...(words && { words }) };
  return { finals: [...text.finals, final], interim: '' };
}
