import type { ComponentChildren, JSX } from 'preact';
import type { ApiError } from '../api/client.ts';
import { Icon } from './icon.tsx';

/** What a person can do about an error, by what went wrong. */
function remedyFor({ status, retryAfterSeconds }: ApiError): string {
  if (status === 0) return 'Is the server running, and can this machine reach it? Then try again.';
  if (status === 401) return 'Sign in again.';
  if (status === 404) return 'It may have been removed. Go back to the list.';
  if (status === 429) return `Wait ${retryAfterSeconds ?? 60} seconds, then try again.`;
  if (status >= 500)
    return 'Try again. If it stays, "parlance doctor" says what is wrong, and the log has the details.';
  return 'Correct it and try again.';
}

interface FailureProps {
  readonly error: ApiError | undefined;
  readonly onRetry?: (() => void) | undefined;
}

/** An error with its remedy; nothing without one. */
export function Failure({ error, onRetry }: FailureProps): JSX.Element | null {
  if (error === undefined) return null;
  return (
    <div class="notice failure" role="alert">
      <Icon name="warning" />
      <div>
        <strong>{error.message}</strong>
        <p>{remedyFor(error)}</p>
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
  readonly title: string;
  readonly children?: ComponentChildren;
}

/** What a list says that has nothing in it. */
export function Empty({ title, children }: EmptyProps): JSX.Element {
  return (
    <div class="empty">
      <strong>{title}</strong>
      {children}
    </div>
  );
}

/** Holds the place of content on its way, at the height it will have. */
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
