import type { JSX } from 'preact';
import type { Action } from '../state/use-action.ts';
import { Failure } from './notice.tsx';

interface ConfirmProps {
  readonly action: Action<[]>;
  /** What the button says that does it. */
  readonly verb: string;
  /** What is done cannot be undone. */
  readonly isDanger?: boolean;
  readonly onKeep: () => void;
}

/** The end of a question: why it failed, and the buttons that leave everything as it is or do it. */
export function Confirm({ action, verb, isDanger = false, onKeep }: ConfirmProps): JSX.Element {
  const style = isDanger ? 'danger' : 'primary';
  return (
    <>
      <Failure error={action.error} />
      <div class="step-buttons">
        <button type="button" class="button" onClick={onKeep}>
          Keep it
        </button>
        <button type="button" class={`button ${style}`} disabled={action.isBusy} onClick={() => action.run()}>
          {verb}
        </button>
      </div>
    </>
  );
}
