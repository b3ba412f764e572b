import type { JSX } from 'preact';

export interface Figure {
  readonly name: string;
  /** Absent: not known yet. */
  readonly value: string | undefined;
  /** What it means, for who points at it. */
  readonly meaning: string;
}

/** Measured values in a row, at the same place before and after they are known. */
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

/** "0.08 (12× as fast as it sounds)" would be long: the factor of real time alone, and how much faster. */
export function realTimeFactor(tookMs: number, audioSeconds: number): string | undefined {
  if (audioSeconds === 0) return undefined;
  const factor = tookMs / 1000 / audioSeconds;
  return factor.toFixed(factor < 0.1 ? 3 : 2);
}
