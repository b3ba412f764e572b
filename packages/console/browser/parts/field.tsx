import type { ComponentChildren, JSX } from 'preact';
import { useId } from 'preact/hooks';

interface FieldProps {
  readonly label: string;
  readonly hint?: ComponentChildren;
  readonly class?: string;
  /** Renders the control with the ids that connect it to its label and hint. */
  readonly children: (ids: {
    readonly id: string;
    readonly 'aria-describedby': string | undefined;
  }) => JSX.Element;
}

/** A labelled control with a hint. */
export function Field({ label, hint, children, class: className = '' }: FieldProps): JSX.Element {
  const id = useId();
  const hintId = `${id}-hint`;
  return (
    <div class={`field ${className}`}>
      <label for={id}>{label}</label>
      {children({ id, 'aria-describedby': hint === undefined ? undefined : hintId })}
      {hint === undefined ? null : (
        <p class="hint" id={hintId}>
          {hint}
        </p>
      )}
    </div>
  );
}
