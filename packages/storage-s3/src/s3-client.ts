import { S3Client } from '@aws-sdk/client-s3';
import { SpeechError } from '@parlance/core/errors';
import type { BucketLocation } from './audio-url.ts';

/** How long a store may take before it counts as down. */
export interface S3Patience {
  /** Calls in all, with growing pauses between them. */
  readonly attempts: number;
  readonly connectTimeoutMs: number;
  /** Without a byte either way. */
  readonly idleTimeoutMs: number;
}

/** Rides out a restart of the gateway: the pauses grow to some seconds. */
export const WORK_PATIENCE: S3Patience = { attempts: 5, connectTimeoutMs: 5000, idleTimeoutMs: 30_000 };
/** Readiness is asked every few seconds and wants to know of now. */
export const CHECK_PATIENCE: S3Patience = { attempts: 1, connectTimeoutMs: 2000, idleTimeoutMs: 5000 };

/** What gateways that know no regions take, and what they sign with. */
const REGION_OF_GATEWAYS = 'us-east-1';

/** Credentials come by the usual chain: environment, profile, role of the container or machine. */
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
    // Gateways other than AWS stumble over the checksums that the SDK adds where it need not.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
}

/** @throws SpeechError `INVALID_CONFIG`: better at start than with the first request */
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
