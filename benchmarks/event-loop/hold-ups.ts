import type { TableSection } from '../runner/sections.ts';
import type { Summary } from '../runner/summary.ts';

/** In ms; no hold-up shall be longer. */
const AIM_MS = 10;
/** A hold-up is laid to a cause that took at least this much of it. */
const MOST_SHARE = 0.7;

type Values = Readonly<Record<string, number>>;

/** In the order in which they are asked. */
const CAUSES: Readonly<Record<string, (window: Values, leastMs: number) => boolean>> = {
  'collecting garbage': ({ collectionMs = 0 }, leastMs) => collectionMs >= leastMs,
  'other work of the loop': ({ workMs = 0 }, leastMs) => workMs >= leastMs,
  'waiting for a core: the host had it': ({ stolenMs = 0 }, leastMs) => stolenMs >= leastMs,
  'waiting for a core: other threads had it': () => true,
};

/** The windows with a hold-up beyond the aim, by what it was. */
export function holdUpTable({ measurements }: Pick<Summary, 'measurements'>): TableSection {
  const windows = measurements.map(({ values }) => values).filter(({ holdUpMs }) => holdUpMs !== undefined);
  const beyond = windows.filter(({ holdUpMs = 0 }) => holdUpMs > AIM_MS);
  return {
    kind: 'table',
    title: `Windows with a hold-up beyond ${AIM_MS} ms: ${beyond.length} of ${windows.length}`,
    header: ['most of it was', 'windows', 'longest, ms'],
    rows: Object.keys(CAUSES).map((cause) => {
      const longest = beyond
        .filter((window) => causeOf(window) === cause)
        .map(({ holdUpMs = 0 }) => holdUpMs)
        .toSorted((left, right) => right - left);
      return [cause, String(longest.length), longest[0]?.toFixed(1) ?? '–'];
    }),
  };
}

function causeOf(window: Values): string | undefined {
  const leastMs = (window.holdUpMs ?? 0) * MOST_SHARE;
  return Object.entries(CAUSES).find(([, isIt]) => isIt(window, leastMs))?.[0];
}
