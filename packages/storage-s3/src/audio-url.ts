import { SpeechError } from '@parlance/core/errors';

/** The parts of `AUDIO_URL`. */
export interface BucketLocation {
  readonly bucket: string;
  /** Prefix of each name; empty or ending in `/`. */
  readonly prefix: string;
  /** Absent: the region of the environment or the profile. */
  readonly region?: string;
  /** The address of a gateway other than AWS. */
  readonly endpoint?: string;
  /** The address of the same gateway for those who follow links. Absent: `endpoint`. */
  readonly publicEndpoint?: string;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
const PREFIX_PART = /^(?!\.{1,2}$)[A-Za-z0-9!_.*'()-]+$/;
const PARAMETERS = ['region', 'endpoint', 'publicEndpoint'] as const;

/**
 * Parses `s3://bucket/prefix?region=…&endpoint=…&publicEndpoint=…`.
 *
 * @throws SpeechError `INVALID_CONFIG`
 */
export function parseAudioUrl(audioUrl: string): BucketLocation {
  const url = URL.parse(audioUrl);
  if (url?.protocol !== 's3:') throw invalid('has to look like s3://bucket/prefix?region=eu-central-1');
  if (url.username || url.password) {
    throw invalid('must not contain credentials; set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY');
  }
  if (url.port || url.hash || !BUCKET.test(url.hostname))
    throw invalid('needs the name of a bucket after s3://');
  const parts = url.pathname.split('/').filter((part) => part !== '');
  if (!parts.every((part) => PREFIX_PART.test(part)))
    throw invalid('has a prefix with characters that S3 keys should not have');
  return {
    bucket: url.hostname,
    prefix: parts.map((part) => `${part}/`).join(''),
    ...readParameters(url.searchParams),
  };
}

function readParameters(parameters: URLSearchParams): Partial<Record<(typeof PARAMETERS)[number], string>> {
  const unknown = [...parameters.keys()].find((name) => !PARAMETERS.some((known) => known === name));
  if (unknown !== undefined) throw invalid(`has an unknown parameter; known are ${PARAMETERS.join(', ')}`);
  const found = Object.fromEntries(
    PARAMETERS.map((name) => [name, parameters.get(name)]).filter(([, value]) => value),
  );
  for (const name of ['endpoint', 'publicEndpoint']) requireHttpAddress(name, found[name]);
  return found;
}

function requireHttpAddress(name: string, value: string | undefined): void {
  if (value === undefined) return;
  const url = URL.parse(value);
  if (url?.protocol === 'http:' || url?.protocol === 'https:') return;
  throw invalid(`needs an http or https address as its ${name}`);
}

function invalid(what: string): SpeechError {
  return new SpeechError('INVALID_CONFIG', `AUDIO_URL ${what}.`, { option: 'AUDIO_URL' });
}
