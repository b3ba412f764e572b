/**
 * Of a service, in this order: what one case leaves behind is in memory when the next begins, as it is where a service runs on. A
 * program that embeds the library is a fresh process in each case.
 */
export const CASES = {
  rest: 'at rest after the start',
  worked: 'after each engine has worked',
  callers: '16 callers, peak',
  sessions: '32 live sessions, peak',
  longText: '100 000 characters, peak',
  mixed: '4 callers, 2 live sessions and a batch at once, peak',
  speakWith2: 'in-process, one text spoken, 2 workers',
  speakWith8: 'in-process, one text spoken, 8 workers',
  transcribeWith2: 'in-process, one recording transcribed, 2 workers',
  transcribeWith8: 'in-process, one recording transcribed, 8 workers',
} as const;

export const CALLERS = 16;
export const SESSIONS = 32;
export const MIXED_CALLERS = 4;
export const MIXED_SESSIONS = 2;
export const MIXED_TEXT_CHARS = 10_000;
export const LONG_TEXT_CHARS = 100_000;
