import type { ComponentChildren, JSX } from 'preact';

interface FactsProps {
  readonly facts: readonly (readonly [name: string, value: ComponentChildren])[];
}

/** A list of names and values. */
export function Facts({ facts }: FactsProps): JSX.Element {
  return (
    <dl class="facts">
      {facts.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
