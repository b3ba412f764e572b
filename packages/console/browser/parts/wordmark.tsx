import type { JSX } from 'preact';

export function Wordmark(): JSX.Element {
  return (
    <span class="wordmark">
      <svg viewBox="0 0 32 32" aria-hidden="true" focusable="false">
        <rect width="32" height="32" rx="8" />
        <path d="M8 14v4M13.3 9.5v13M18.7 12v8M24 7.5v17" />
      </svg>
      Parlance
    </span>
  );
}
