/** Where the webhooks of jobs go. */
export const HOOK = 'https://receiver.example/hook';

/** The context of a job at its `starts`-th start. */
export function going(starts = 1, signal = new AbortController().signal) {
  return { starts, signal };
}
