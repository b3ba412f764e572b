import { S3Client } from '@aws-sdk/client-s3';
import { SpeechError } from '@parlance/core/errors';
import type { BucketLocation } from './audio-url.ts';

/** Attempts and timeouts after which a store counts as down. */
export interface S3Patience {
  /** Total number of attempts, with growing pauses between them. */
  readonly attempts: number;
  readonly connectTimeoutMs: number;
  /** Time without a byte in either direction. */
  readonly idleTimeoutMs: number;
}

/** Survives a restart of the gateway: the pauses grow to some seconds. */
export const WORK_PATIENCE: S3Patience = { attempts: 5, connectTimeoutMs: 5000, idleTimeoutMs: 30_000 };
/** Readiness is checked every few seconds and needs the current state. */
export const CHECK_PATIENCE: S3Patience = { attempts: 1, connectTimeoutMs: 2000, idleTimeoutMs: 5000 };

/** The region that gateways without regions accept and use for signatures. */
const REGION_OF_GATEWAYS = 'us-east-1';

/** Credentials come from the default chain: environment, profile, role of the container or machine. */
export function createS3Client(location: BucketLocation, patience: S3Patience): S3Client {
  const { endpoint } = location;
  const region = location.region ?? (endpoint && !process.env.AWS_REGION ? REGION_OF_GATEWAYS : undefined);
  return new S3Client({
    ...(region !== undefined && { region }),
    ...(endpoint !== undefined && { endpoint, forcePathStyle: true }),
    maxAttempts: patience.attempts,
    requestHandler: {
      connectionTimeout: patience.connectTimeoutMs,
      socketTimeout: patience.idleTimeoutMs,
    },
    // Other gateways than AWS do not support the optional checksums that the SDK adds.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** Checks at start that a region is known. @throws SpeechError `INVALID_CONFIG` */
export async function requireRegion(client: S3Client): Promise<void> {
  try {
    await client.config.region();
  } catch (cause) {
    throw new SpeechError(
      'INVALID_CONFIG',
      'AUDIO_URL needs a region: add ?region=… to it or set AWS_REGION.',
      { option: 'AUDIO_URL' },
      { cause },
    );
  }
}
