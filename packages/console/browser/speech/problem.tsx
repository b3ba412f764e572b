import { ParlanceError } from '@parlance/client';
import type { JSX } from 'preact';
import { ApiError } from '../api/client.ts';
import { Icon } from '../parts/icon.tsx';
import { remedyFor } from '../parts/remedy.ts';

const CHECK_CREDENTIALS = 'Check the App ID and the token, or create a new app.';

/** Remedies by error code. */
const REMEDIES: Readonly<Record<string, string>> = {
  UNAUTHORIZED: CHECK_CREDENTIALS,
  // A code of OpenAI's endpoints, which the page uses too; the first refusal is shown.
  invalid_api_key: CHECK_CREDENTIALS,
  NETWORK: 'Is the server running, and can this device reach it? Then try again.',
  NO_ANSWER: 'Is the server running, and can this device reach it? Then try again.',
  NO_INPUT_TIMEOUT: 'Start again, and speak louder.',
  SESSION_TIMEOUT: 'The text so far is kept. Start again to continue.',
  STT_INSUFFICIENT_SECONDS: 'The operator can top up the app.',
  insufficient_quota: 'The operator can top up the app.',
  invalid_audio: 'WAV, MP3, FLAC and Ogg are safe choices.',
};

function adviceFor(error: unknown): string {
  if (!(error instanceof ApiError || error instanceof ParlanceError)) return '';
  const known = REMEDIES[error.code];
  if (known !== undefined) return known;
  if (error instanceof ApiError) return error.status === 400 ? '' : remedyFor(error);
  return error.retryable ? 'Try again in a moment.' : '';
}

/** An error and its remedy. */
export function Problem({ error }: { readonly error: unknown }): JSX.Element | null {
  if (error === undefined) return null;
  const message = error instanceof Error ? error.message : String(error);
  const advice = adviceFor(error);
  return (
    <div class="notice failure" role="alert">
      <Icon name="warning" />
      <div>
        <strong>{message}</strong>
        {advice === '' ? null : <p>{advice}</p>}
      </div>
    </div>
  );
}
