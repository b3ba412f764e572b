import type { JSX } from 'preact';
import { useId } from 'preact/hooks';

interface SegmentedProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly choices: readonly (readonly [value: Value, name: string])[];
  readonly onChoose: (value: Value) => void;
}

/** A choice between a few visible options. */
export function Segmented<Value extends string>(props: SegmentedProps<Value>): JSX.Element {
  const name = useId();
  return (
    <fieldset class="segmented">
      <legend class="unseen">{props.label}</legend>
      {props.choices.map(([value, text]) => (
        <label key={value}>
          <input
            type="radio"
            name={name}
            checked={value === props.value}
            onChange={() => props.onChoose(value)}
          />
          <span>{text}</span>
        </label>
      ))}
    </fieldset>
  );
}
