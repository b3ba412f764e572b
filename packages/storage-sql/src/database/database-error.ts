import { SpeechError } from '@parlance/core/errors';

/** SQLSTATEs and codes of system errors: for a full disk, and for transactions that can be repeated unchanged. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);
const RUN_AGAIN = new Set(['40001', '40P01']);
/** The connection or the server is gone, or the server accepts no connections. */
const UNREACHABLE = /^(E[A-Z]+|08...|57P0.|53300)$/;
/** The driver's own errors have no codes. Its version is pinned. */
const CODES_BY_MESSAGE: ReadonlyMap<string, string> = new Map([
  ['Connection terminated due to connection timeout', 'ETIMEDOUT'],
  ['timeout expired', 'ETIMEDOUT'],
  ['Query read timeout', 'ETIMEDOUT'],
  ['Connection terminated', 'ECONNRESET'],
  ['Connection terminated unexpectedly', 'ECONNRESET'],
  ['Client has encountered a connection error and is not queryable', 'ECONNRESET'],
]);
const SAME_ID = '23505';
const DAMAGED = 'DAMAGED_DATABASE';
const REFUSED = /^(28...|3D000|42501)$/;

/**
 * Converts an error of the driver. Neither the message nor the cause contains SQL, values or addresses: they
 * may hold a password or users' texts.
 */
export function databaseError(cause: unknown): SpeechError {
  if (SpeechError.is(cause)) return cause;
  const reason = codeOf(cause);
  const said = { cause: withoutValues(cause, reason) };
  if (FULL.has(reason)) {
    return new SpeechError(
      'STORAGE_FULL',
      'The disk of the database is full; free some space.',
      { reason },
      said,
    );
  }
  return new SpeechError('STORAGE_FAILED', messageOf(reason), { reason }, said);
}

/** Whether the same transaction may succeed when it is repeated: it conflicted with a concurrent one. */
export function isLostRace(cause: unknown): boolean {
  return RUN_AGAIN.has(codeOf(cause));
}

/** Whether a record or object with the same id or name already exists. */
export function isSameId(cause: unknown): boolean {
  return codeOf(cause) === SAME_ID;
}

function messageOf(reason: string): string {
  if (reason === SAME_ID) return 'There is already a record with this id.';
  if (reason === DAMAGED) {
    return 'The folder "database" in the data folder does not contain a complete database, and it is not replaced. Restore it from a backup. Without a backup, move it away: the next start creates a new database, and apps and tokens are lost.';
  }
  if (REFUSED.test(reason)) {
    return `The database refuses the connection (${reason}); check user, password and database name in DATABASE_URL, and the user's rights.`;
  }
  if (UNREACHABLE.test(reason)) {
    return `The database does not answer (${reason}); check that it is running and that DATABASE_URL is its address.`;
  }
  return `The database failed (${reason}); check its log, and run parlance doctor.`;
}

/** If connections to several addresses failed, the first error is enough. */
function codeOf(cause: unknown): string {
  if (SpeechError.is(cause)) return String(cause.details.reason);
  if (cause instanceof AggregateError && cause.errors.length > 0) return codeOf(cause.errors[0]);
  const code: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : undefined;
  if (typeof code === 'string') return code;
  return (cause instanceof Error ? CODES_BY_MESSAGE.get(cause.message) : undefined) ?? 'unknown';
}

/** Only the messages of class 22, data exceptions, quote values. */
function withoutValues(cause: unknown, reason: string): Error {
  const isError = cause instanceof Error;
  const said = isError && !reason.startsWith('22') ? cause.message : 'a value is not valid for its column';
  const kept = new Error(`${said} (${reason})`);
  // Only the frames, since a stack begins with the message.
  const frames = isError ? cause.stack?.split('\n').filter((line) => line.startsWith('    at ')) : undefined;
  kept.stack = [`Error: ${kept.message}`, ...(frames ?? [])].join('\n');
  return kept;
}
