/** The marks for which a caller may request a pause. A colon is not one of them: there the engine's own prosody applies. */
export type PauseMark = 'semicolon' | 'comma' | 'line' | 'period';

/** The silence that a caller requests at each of the four marks, in seconds. */
export interface PausePlan {
  /** At a semicolon. */
  readonly majorBreak: number;
  /** At a comma. */
  readonly mediumBreak: number;
  /** At a line break; several in a row are one. */
  readonly paragraphBreak: number;
  /** At a period, and at `!`, `?`, `…` and their forms in other scripts. */
  readonly sentenceBreak: number;
}

/** The defaults of members that the caller leaves out, in seconds. */
export const DEFAULT_PAUSES: PausePlan = Object.freeze({
  majorBreak: 0.3,
  mediumBreak: 0.25,
  paragraphBreak: 0.6,
  sentenceBreak: 0.45,
});

const MEMBERS = {
  semicolon: 'majorBreak',
  comma: 'mediumBreak',
  line: 'paragraphBreak',
  period: 'sentenceBreak',
} as const satisfies Record<PauseMark, keyof PausePlan>;

/** The requested silence at a mark, in seconds. */
export function pauseSeconds(plan: PausePlan, mark: PauseMark): number {
  return plan[MEMBERS[mark]];
}

/** The silence for several marks between two spoken stretches: the longest of them. */
export function longerPause(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return Math.max(one, other);
}
