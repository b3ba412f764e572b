import type { JSX } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { Action } from '../state/use-action.ts';
import { Failure } from './notice.tsx';

interface ConfirmProps {
  readonly action: Action<[]>;
  /** Label of the button that runs the action. */
  readonly verb: string;
  /** Whether the action cannot be undone. */
  readonly isDanger?: boolean;
  readonly onKeep: () => void;
}

/** The end of a confirmation: an error of the action, and the buttons to cancel or run it. */
export function Confirm({ action, verb, isDanger = false, onKeep }: ConfirmProps): JSX.Element {
  // Not with the error of an earlier attempt, when the dialog is opened again.
  useLayoutEffect(action.clear, []);
  const style = isDanger ? 'danger' : 'primary';
  return (
    <>
      <Failure error={action.error} />
      <div class="step-buttons">
        <button type="button" class="button" onClick={onKeep}>
          Keep it
        </button>
        <button
          type="button"
          class={`button ${style}`}
          aria-disabled={action.isBusy}
          onClick={() => action.run()}
        >
          {verb}
        </button>
      </div>
    </>
  );
}
