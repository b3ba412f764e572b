import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../storage/test/temporary-folder.ts';
import { BUCKET, S3_MISSING, startS3Gateway } from './s3-gateway.ts';

const PROBE = fileURLToPath(new URL('memory-probe.ts', import.meta.url));
const MAX_GROWTH_BYTES = 64 * 1024 * 1024;

async function probe(url: string): Promise<unknown> {
  const given = ['--conditions=@parlance/source', PROBE, await temporaryFolder(), url];
  const { stdout } = await promisify(execFile)(process.execPath, given);
  return JSON.parse(stdout);
}

describe('an object of 100 MB takes less than 64 MB of memory when it is written, read, taken over and fetched', () => {
  const small = {
    isWhole: true,
    growthBytes: expect.toSatisfy((bytes: number) => bytes < MAX_GROWTH_BYTES),
  };

  it('in a folder', { timeout: 120_000 }, async () => {
    expect(await probe('')).toEqual(small);
  });

  it.skipIf(S3_MISSING !== undefined)('in S3', { timeout: 120_000 }, async () => {
    await using gateway = await startS3Gateway();
    expect(await probe(`s3://${BUCKET}/${randomUUID()}?endpoint=${gateway.endpoint}`)).toEqual(small);
  });
});
