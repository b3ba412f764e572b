import type { ComponentChildren, JSX } from 'preact';
import type { ApiError } from '../api/client.ts';
import { Icon } from './icon.tsx';
import { remedyFor } from './remedy.ts';

interface FailureProps {
  readonly error: ApiError | undefined;
  readonly onRetry?: (() => void) | undefined;
  /** Returns the advice, if it is not the usual one; an empty text shows none. */
  readonly remedyOf?: (error: ApiError) => string;
}

/** An error with its remedy; nothing if there is no error. */
export function Failure({ error, onRetry, remedyOf = remedyFor }: FailureProps): JSX.Element | null {
  if (error === undefined) return null;
  const remedy = remedyOf(error);
  return (
    <div class="notice failure" role="alert">
      <Icon name="warning" />
      <div>
        <strong>{error.message}</strong>
        {remedy === '' ? null : <p>{remedy}</p>}
      </div>
      {onRetry === undefined ? null : (
        <button type="button" class="button" onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}

interface EmptyProps {
  readonly title: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** The message of an empty list. */
export function Empty({ title, children }: EmptyProps): JSX.Element {
  return (
    <div class="empty">
      <strong>{title}</strong>
      {children}
    </div>
  );
}

/** A placeholder for loading content, with the same height. */
export function Loading({ lines = 3 }: { readonly lines?: number }): JSX.Element {
  return (
    <div class="loading" role="status">
      <span class="unseen">Loading</span>
      {Array.from({ length: lines }, (_, line) => (
        <div class="bone" key={line} />
      ))}
    </div>
  );
}
