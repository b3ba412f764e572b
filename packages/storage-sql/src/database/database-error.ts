import { SpeechError } from '@parlance/core/errors';

/** SQLSTATE, or the code of a system error: of a full disk, and of what may be run again as it was. */
const FULL = new Set(['53100', 'ENOSPC', 'EDQUOT']);
const RUN_AGAIN = new Set(['40001', '40P01']);
/** The connection or the server went away, or does not take us. */
const UNREACHABLE = /^(E[A-Z]+|08...|57P0.|53300)$/;
const SAME_ID = '23505';
const DAMAGED = 'DAMAGED_DATABASE';
const REFUSED = /^(28...|3D000|42501)$/;

/**
 * What an error of the driver means for a user. Neither SQL nor values nor addresses pass into the message or its cause: they
 * may hold a password, or what somebody said.
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

/** Whether the same transaction may succeed when it is run again: it lost against one at the same time. */
export function isLostRace(cause: unknown): boolean {
  return RUN_AGAIN.has(codeOf(cause));
}

/** Whether something of the same id, or name, was there already. */
export function isSameId(cause: unknown): boolean {
  return codeOf(cause) === SAME_ID;
}

function messageOf(reason: string): string {
  if (reason === SAME_ID) return 'There is a record of this id already.';
  if (reason === DAMAGED) {
    return 'The folder "database" in the data folder holds no whole database, and nothing is made in its place. Restore it from a copy; without one, move it away: the next start makes a new database, and apps and tokens are lost.';
  }
  if (REFUSED.test(reason)) {
    return `The database refuses us (${reason}); look at user, password, name and rights in DATABASE_URL.`;
  }
  if (UNREACHABLE.test(reason)) {
    return `The database does not answer (${reason}); see that it runs and that DATABASE_URL leads to it.`;
  }
  return `The database failed (${reason}); see its log, and run parlance doctor.`;
}

/** Of what several addresses answered, the first says enough. */
function codeOf(cause: unknown): string {
  if (SpeechError.is(cause)) return String(cause.details.reason);
  if (cause instanceof AggregateError && cause.errors.length > 0) return codeOf(cause.errors[0]);
  const code: unknown = typeof cause === 'object' && cause !== null ? Reflect.get(cause, 'code') : undefined;
  return typeof code === 'string' ? code : 'unknown';
}

/** Class 22, of data that does not fit, is the one whose messages quote them. */
function withoutValues(cause: unknown, reason: string): Error {
  const isError = cause instanceof Error;
  const said = isError && !reason.startsWith('22') ? cause.message : 'a value does not fit';
  const kept = new Error(`${said} (${reason})`);
  // Frames only: the first lines of a stack are the message.
  const frames = isError ? cause.stack?.split('\n').filter((line) => line.startsWith('    at ')) : undefined;
  kept.stack = [`Error: ${kept.message}`, ...(frames ?? [])].join('\n');
  return kept;
}
