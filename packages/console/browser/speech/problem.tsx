import { ParlanceError } from '@parlance/client';
import type { JSX } from 'preact';
import { Icon } from '../parts/icon.tsx';

const REMEDIES: Readonly<Record<string, string>> = {
  UNAUTHORIZED: 'Check the App ID and the token, or make a new app.',
  NETWORK: 'Is the server running, and can this device reach it? Then try again.',
  NO_INPUT_TIMEOUT: 'Begin again, and speak up.',
  SESSION_TIMEOUT: 'What was said is kept above. Begin again to go on.',
  STT_INSUFFICIENT_SECONDS: 'The operator can top the app up.',
};

function remedyFor(error: ParlanceError): string {
  const known = REMEDIES[error.code];
  if (known !== undefined) return known;
  return error.retryable ? 'Try again in a moment.' : '';
}

/** What went wrong, and what can be done about it. */
export function Problem({ error }: { readonly error: unknown }): JSX.Element | null {
  if (error === undefined) return null;
  const message = error instanceof Error ? error.message : String(error);
  const remedy = error instanceof ParlanceError ? remedyFor(error) : '';
  return (
    <div class="notice failure" role="alert">
      <Icon name="warning" />
      <div>
        <strong>{message}</strong>
        {remedy === '' ? null : <p>{remedy}</p>}
      </div>
    </div>
  );
}
