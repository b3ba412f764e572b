import type { JSX } from 'preact';

export interface Figure {
  readonly name: string;
  /** Absent: not known yet. */
  readonly value: string | undefined;
  /** Explanation, shown as a tooltip. */
  readonly meaning: string;
}

/** Measured values in a row, which keep their places while they are unknown. */
export function Figures({ figures }: { readonly figures: readonly Figure[] }): JSX.Element {
  return (
    <dl class="figures">
      {figures.map(({ name, value, meaning }) => (
        <div key={name} title={meaning}>
          <dt>{name}</dt>
          <dd class={value === undefined ? 'muted' : ''}>{value ?? '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The real-time factor, and how much faster than real time this is. */
export function realTimeFactor(tookMs: number, audioSeconds: number): string | undefined {
  if (audioSeconds === 0) return undefined;
  const factor = tookMs / 1000 / audioSeconds;
  return factor.toFixed(factor < 0.1 ? 3 : 2);
}
