/** What is known of a call that failed; status 0: there was no answer. */
interface Fault {
  readonly status: number;
  readonly code?: string;
  readonly retryAfterSeconds?: number | undefined;
}

const DEFAULT_WAIT_SECONDS = 60;

/** @returns what a person can do about an error, by what went wrong */
export function remedyFor({ status, code, retryAfterSeconds = DEFAULT_WAIT_SECONDS }: Fault): string {
  if (status === 0) return 'Is the server running, and can this machine reach it? Then try again.';
  if (status === 401) return 'Sign in again.';
  if (status === 404) return 'It may have been removed. Go back to the list.';
  // The error itself says all there is.
  if (code === 'VOICE_PACK_CONFLICT') return '';
  if (status === 409)
    return 'It is being done already, or was done otherwise. Reload it before you try again.';
  if (status === 429) return `Wait ${secondsInWords(retryAfterSeconds)}, then try again.`;
  if (status >= 500)
    return 'Try again. If it stays, "parlance doctor" says what is wrong, and the log has the details.';
  return 'Correct it and try again.';
}

/** @returns the same for a sign-in, where 401 is a wrong password and no session has ended; the error itself says all there is */
export function signInRemedyFor(fault: Fault): string {
  return fault.status === 401 ? '' : remedyFor(fault);
}

function secondsInWords(count: number): string {
  return count === 1 ? '1 second' : `${count} seconds`;
}
