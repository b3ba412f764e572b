import type { JSX } from 'preact';
import type { RejectedCalls } from '../../api/wire.ts';
import { formatCount } from '../../state/format.ts';

interface Reason {
  readonly name: string;
  readonly remedy: string;
}

/** Why calls are refused, and what to do about it. Contains the codes of HTTP and of live sessions. */
const BY_CODE: Readonly<Record<string, Reason>> = {
  SYNTHESIS_CONCURRENCY_EXCEEDED: {
    name: 'Too many live syntheses at once',
    remedy: 'Raise the limit on the page of the app, or have the caller wait for Retry-After.',
  },
  RECOGNITION_CONCURRENCY_EXCEEDED: {
    name: 'Too many live recognitions at once',
    remedy: 'Raise the limit on the page of the app, or have the caller wait for Retry-After.',
  },
  REQUEST_RATE_EXCEEDED: {
    name: 'Too many calls in a minute',
    remedy: 'Raise the requests per minute on the page of the app.',
  },
  INSUFFICIENT_CREDIT: { name: 'No credits left', remedy: 'Top up the app.' },
  INSUFFICIENT_SECONDS: { name: 'No seconds left', remedy: 'Top up the app.' },
  VOICE_NOT_FOUND: {
    name: 'No such voice',
    remedy: 'The Voices page shows the codes; mode "sync" accepts those in the setting realtimeVoices.',
  },
  AUDIO_NOT_READABLE: {
    name: 'Recording that cannot be read',
    remedy: 'With the setting recordingFormats "any", /v1/stt accepts more formats than WAV.',
  },
  QUEUE_FULL: { name: 'Too much work at once', remedy: 'The Live page shows the load of the engines.' },
  SHUTTING_DOWN: { name: 'The service was shutting down', remedy: 'Clients should retry such calls.' },
  STORAGE_FAILED: { name: 'The database did not answer', remedy: 'See the log.' },
};
const SAME: Readonly<Record<string, string>> = {
  STT_MAX_CCR_REACHED: 'RECOGNITION_CONCURRENCY_EXCEEDED',
  STT_INSUFFICIENT_SECONDS: 'INSUFFICIENT_SECONDS',
};
const BY_STATUS: Readonly<Record<number, Reason>> = {
  400: { name: 'Invalid request', remedy: 'The answer names the field and the allowed values.' },
  401: {
    name: 'Token missing, invalid or expired',
    remedy: 'Give the caller a valid token; a lost one can be rotated.',
  },
  403: { name: 'Not allowed', remedy: 'The token belongs to another app, or the link to audio has expired.' },
  404: { name: 'Not found', remedy: 'The caller requests something that does not exist, or no longer.' },
  405: {
    name: 'Wrong method',
    remedy: 'The Allow header of the answer lists the allowed methods.',
  },
  409: { name: 'Idempotency-Key used twice', remedy: 'A new request needs a new key.' },
  413: { name: 'Recording too large', remedy: 'A batch recording must be below 100 MB.' },
  503: { name: 'Temporarily unavailable', remedy: 'The Live page shows the load of the engines.' },
};
const OTHER: Reason = { name: 'Other', remedy: 'The log contains each of them with its reason.' };

const reasonOf = ({ status, code }: RejectedCalls): Reason =>
  BY_CODE[SAME[code] ?? code] ?? BY_STATUS[status] ?? OTHER;

/** Calls that never became requests, so that the counts above do not include them. */
export function RefusedCalls({
  rejected,
}: {
  readonly rejected: readonly RejectedCalls[];
}): JSX.Element | null {
  if (rejected.length === 0) return null;
  const sums = [...Map.groupBy(rejected, (calls) => `${calls.status} ${reasonOf(calls).name}`).values()].map(
    (calls) => ({
      status: calls[0]?.status,
      ...(calls[0] === undefined ? OTHER : reasonOf(calls[0])),
      count: calls.reduce((sum, { count }) => sum + count, 0),
    }),
  );
  return (
    <section class="card list" aria-label="Refused calls">
      <h2>Refused calls of all apps</h2>
      <table>
        <thead>
          <tr>
            <th>Reason</th>
            <th class="number">Status</th>
            <th class="number">Calls</th>
            <th>Remedy</th>
          </tr>
        </thead>
        <tbody>
          {sums
            .toSorted((one, other) => other.count - one.count)
            .map(({ status, name, remedy, count }) => (
              <tr key={`${status} ${name}`}>
                <td>{name}</td>
                <td class="number">{status}</td>
                <td class="number">{formatCount(count)}</td>
                <td>{remedy}</td>
              </tr>
            ))}
        </tbody>
      </table>
    </section>
  );
}
