import type { JSX } from 'preact';
import { formatMoment, formatPrecise, formatRelative } from '../state/format.ts';

interface MomentProps {
  readonly at: string | null | undefined;
  /** Text if there is no time. */
  readonly none?: string;
  readonly style?: 'relative' | 'short' | 'precise';
}

const FORMATS = { relative: formatRelative, short: formatMoment, precise: formatPrecise } as const;

export function Moment({ at, none = '–', style = 'short' }: MomentProps): JSX.Element {
  if (at === null || at === undefined) return <span class="muted">{none}</span>;
  return (
    <time dateTime={at} title={formatPrecise(at)}>
      {FORMATS[style](at)}
    </time>
  );
}
