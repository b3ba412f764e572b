import { SpeechError, type SpeechErrorCode } from '@parlance/core/errors';

interface Remedy {
  readonly code: SpeechErrorCode;
  readonly message: string;
}

const NOT_ALLOWED: Remedy = {
  code: 'STORAGE_NOT_WRITABLE',
  message:
    'The bucket of AUDIO_URL refuses the credentials; they need s3:PutObject, s3:GetObject, s3:DeleteObject, s3:ListBucket and s3:AbortMultipartUpload.',
};
const FULL: Remedy = {
  code: 'STORAGE_FULL',
  message: 'The audio store at AUDIO_URL is full; free some space there.',
};
const NO_CREDENTIALS: Remedy = {
  code: 'STORAGE_FAILED',
  message:
    'There are no valid credentials for AUDIO_URL; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, or a profile or role.',
};

/** What gateways call their refusals, and what to do about each. */
const REMEDIES: Readonly<Record<string, Remedy>> = {
  AccessDenied: NOT_ALLOWED,
  Forbidden: NOT_ALLOWED,
  InvalidAccessKeyId: NOT_ALLOWED,
  SignatureDoesNotMatch: NOT_ALLOWED,
  CredentialsProviderError: NO_CREDENTIALS,
  ExpiredToken: NO_CREDENTIALS,
  InvalidToken: NO_CREDENTIALS,
  InsufficientStorage: FULL,
  QuotaExceeded: FULL,
  XMinioStorageFull: FULL,
  NoSuchBucket: {
    code: 'STORAGE_FAILED',
    message: 'There is no bucket of the name in AUDIO_URL; create it or change AUDIO_URL.',
  },
  PermanentRedirect: {
    code: 'STORAGE_FAILED',
    message: 'The bucket of AUDIO_URL is in another region; give the right one as its region.',
  },
  RequestTimeTooSkewed: {
    code: 'STORAGE_FAILED',
    message: 'The clock of this machine is wrong by minutes, so AUDIO_URL refuses it; set the clock.',
  },
};

const HTTP_FORBIDDEN = 403;
const HTTP_INSUFFICIENT_STORAGE = 507;

/** Names what a store in S3 refused and its remedy; names of buckets and objects stay out of it. */
export function s3Error(cause: unknown): SpeechError {
  if (SpeechError.is(cause)) return cause;
  const reason = reasonOf(cause);
  const remedy = REMEDIES[reason] ?? remedyOfStatus(statusOf(cause));
  if (remedy !== undefined) return new SpeechError(remedy.code, remedy.message, { reason }, { cause });
  const message =
    statusOf(cause) === undefined
      ? `The audio store at AUDIO_URL does not answer (${reason}); see that it runs and can be reached. It is asked again with each call.`
      : `The audio store at AUDIO_URL failed (${reason}); look at its state and its log. It is asked again with each call.`;
  return new SpeechError('STORAGE_FAILED', message, { reason }, { cause });
}

/** @returns whether S3 says that there is no such object */
export function isNotFound(cause: unknown): boolean {
  const name = cause instanceof Error ? cause.name : '';
  return name === 'NotFound' || name === 'NoSuchKey';
}

/** An answer without a body, as to HEAD, has only its status. */
function remedyOfStatus(status: number | undefined): Remedy | undefined {
  if (status === HTTP_FORBIDDEN) return NOT_ALLOWED;
  return status === HTTP_INSUFFICIENT_STORAGE ? FULL : undefined;
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}

/** Of the answer; `undefined` when none came. */
function statusOf(cause: unknown): number | undefined {
  if (!(cause instanceof Error) || !('$metadata' in cause)) return undefined;
  const metadata = cause.$metadata;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}
