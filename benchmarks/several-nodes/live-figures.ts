import { type EndedCall, LIVE_KINDS } from '../service/live-load.ts';

/** Of each app: more than it will use. */
export const LIVE_LIMITS = {
  credits: 10_000_000,
  seconds: 1_000_000,
  ttsConcurrency: 100,
  sttConcurrency: 100,
} as const;

/** What may go wrong with live calls, by the name of its metric. */
export const LIVE_FAULT_TITLES = {
  liveFailed: 'Live calls that failed',
  liveRefused: 'Live calls refused for now (429, 503)',
  liveCreditDifference: 'Ledger difference of live calls, credits',
  liveSecondDifference: 'Ledger difference of live calls, seconds',
} as const;
/** What they came to otherwise. */
export const LIVE_COUNT_TITLES = {
  synthesisWell: 'Live syntheses that ended well',
  transcriptionWell: 'Transcriptions at once that ended well',
  sessionWell: 'Live sessions that ended well',
  callsCutOff: 'Live calls under way on a node when it was killed',
  sessionsCutOff: 'Live sessions under way on a node when it was killed',
  synthesesBeyond: 'Live syntheses charged beyond those that ended well',
} as const;

/** A connection of a killed process breaks at once; a busy machine tells of it later. */
const BREAKS_WITHIN_MS = 10_000;

/**
 * Counts what became of live calls. One that broke off had its node killed when it was under way at a kill; everything else that broke
 * off has failed.
 *
 * @param killsAtMs moments at which a node was killed, as `performance.now()`
 */
export function liveFigures(
  calls: readonly EndedCall[],
  killsAtMs: readonly number[],
): Readonly<Record<string, number>> {
  const wasCutOff = ({ outcome, startedAtMs, endedAtMs }: EndedCall): boolean =>
    outcome === 'broken' &&
    killsAtMs.some(
      (atMs) => startedAtMs <= atMs && endedAtMs >= atMs && endedAtMs <= atMs + BREAKS_WITHIN_MS,
    );
  const count = (matches: (call: EndedCall) => boolean): number => calls.filter(matches).length;
  return {
    ...Object.fromEntries(
      LIVE_KINDS.map((kind) => [
        `${kind}Well`,
        count((call) => call.kind === kind && call.outcome === 'well'),
      ]),
    ),
    callsCutOff: count((call) => call.kind !== 'session' && wasCutOff(call)),
    sessionsCutOff: count((call) => call.kind === 'session' && wasCutOff(call)),
    liveRefused: count(({ outcome }) => outcome === 'refused'),
    liveFailed: count((call) => call.outcome === 'wrong' || (call.outcome === 'broken' && !wasCutOff(call))),
  };
}
