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

/** Error codes of S3 and gateways, with their remedies. */
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
    message: 'The bucket of AUDIO_URL does not exist; create it or change AUDIO_URL.',
  },
  PermanentRedirect: {
    code: 'STORAGE_FAILED',
    message: 'The bucket of AUDIO_URL is in another region; set the parameter region to that one.',
  },
  RequestTimeTooSkewed: {
    code: 'STORAGE_FAILED',
    message:
      'The audio store at AUDIO_URL refuses requests because the clock of this machine is wrong by minutes; set the clock.',
  },
};

const HTTP_FORBIDDEN = 403;
const HTTP_INSUFFICIENT_STORAGE = 507;

/** Converts an error of S3. The message has the cause and the remedy, but no names of buckets or objects. */
export function s3Error(cause: unknown): SpeechError {
  if (SpeechError.is(cause)) return cause;
  const reason = reasonOf(cause);
  const remedy = REMEDIES[reason] ?? remedyOfStatus(statusOf(cause));
  if (remedy !== undefined) return new SpeechError(remedy.code, remedy.message, { reason }, { cause });
  const message =
    statusOf(cause) === undefined
      ? `The audio store at AUDIO_URL does not answer (${reason}); check that it is running and reachable. Each call tries again.`
      : `The audio store at AUDIO_URL failed (${reason}); check its state and its log. Each call tries again.`;
  return new SpeechError('STORAGE_FAILED', message, { reason }, { cause });
}

/** @returns whether the error means that the object does not exist */
export function isNotFound(cause: unknown): boolean {
  const name = cause instanceof Error ? cause.name : '';
  return name === 'NotFound' || name === 'NoSuchKey';
}

/** For answers without a body, as to HEAD, which have only a status. */
function remedyOfStatus(status: number | undefined): Remedy | undefined {
  if (status === HTTP_FORBIDDEN) return NOT_ALLOWED;
  return status === HTTP_INSUFFICIENT_STORAGE ? FULL : undefined;
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return 'unknown';
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.name;
}

/** The status of the answer; `undefined` if there was none. */
function statusOf(cause: unknown): number | undefined {
  if (!(cause instanceof Error) || !('$metadata' in cause)) return undefined;
  const metadata = cause.$metadata;
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined;
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined;
}
