/** A failed call; status 0: there was no answer. */
interface Fault {
  readonly status: number;
  readonly code?: string;
  readonly retryAfterSeconds?: number | undefined;
}

const DEFAULT_WAIT_SECONDS = 60;

/** @returns what the user can do about an error */
export function remedyFor({ status, code, retryAfterSeconds = DEFAULT_WAIT_SECONDS }: Fault): string {
  if (status === 0) return 'Is the server running, and can this machine reach it? Then try again.';
  if (status === 401) return 'Sign in again.';
  if (status === 404) return 'It may have been removed. Go back to the list.';
  // The error message is sufficient.
  if (code === 'VOICE_PACK_CONFLICT') return '';
  if (status === 409)
    return 'It is in progress, or was already changed. Reload the page before you try again.';
  if (status === 429) return `Wait ${secondsInWords(retryAfterSeconds)}, then try again.`;
  if (status >= 500) return 'Try again. If the error persists, run "parlance doctor" and check the log.';
  return 'Correct it and try again.';
}

/** @returns the same for a sign-in, where 401 means a wrong password, whose error message is sufficient */
export function signInRemedyFor(fault: Fault): string {
  return fault.status === 401 ? '' : remedyFor(fault);
}

function secondsInWords(count: number): string {
  return count === 1 ? '1 second' : `${count} seconds`;
}
