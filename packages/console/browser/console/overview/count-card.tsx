import type { JSX } from 'preact';
import type { Counts, Status } from '../../api/wire.ts';
import { formatCount } from '../../state/format.ts';

const STATUSES: readonly (readonly [status: Status, name: string])[] = [
  ['success', 'Success'],
  ['processing', 'Processing'],
  ['failed', 'Failed'],
];

interface CountCardProps {
  readonly title: string;
  /** Absent while loading. */
  readonly counts: Counts | undefined;
  /** The status that filters the list below. */
  readonly chosen: Status | undefined;
  readonly onChoose: (status: Status | undefined) => void;
}

/** The number of requests of one type by status; a click filters the list. */
export function CountCard({ title, counts, chosen, onChoose }: CountCardProps): JSX.Element {
  const total = counts === undefined ? undefined : counts.processing + counts.success + counts.failed;
  return (
    <section class="card counts" aria-label={title} aria-busy={counts === undefined}>
      <h2>{title}</h2>
      <p class="total">
        <strong>{total === undefined ? '–' : formatCount(total)}</strong> requests
      </p>
      <div class="count-row">
        {STATUSES.map(([status, name]) => (
          <button
            type="button"
            key={status}
            class={`count ${status}`}
            aria-pressed={chosen === status}
            onClick={() => onChoose(chosen === status ? undefined : status)}
          >
            <span class="count-name">{name}</span>
            <span class="count-value">{counts === undefined ? '–' : formatCount(counts[status])}</span>
          </button>
        ))}
      </div>
    </section>
  );
}
