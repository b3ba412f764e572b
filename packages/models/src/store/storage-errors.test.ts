import { SpeechError } from '@parlance/core/errors';
import { describe, expect, it } from 'vitest';
import { assertFreeSpace, storageError } from './storage-errors.ts';

describe('an error of the file system', () => {
  it.each([
    ['ENOSPC', 'STORAGE_FULL'],
    ['EDQUOT', 'STORAGE_FULL'],
    ['EROFS', 'STORAGE_NOT_WRITABLE'],
    ['EACCES', 'STORAGE_NOT_WRITABLE'],
    ['EPERM', 'STORAGE_NOT_WRITABLE'],
    ['EIO', 'STORAGE_FAILED'],
    ['ENOTDIR', 'STORAGE_FAILED'],
    [undefined, 'INTERNAL'],
  ])('%s becomes %s and keeps its cause', async (code, expected) => {
    const cause = { code };
    expect(await storageError(cause, '/')).toMatchObject({ code: expected, cause });
  });

  it('that is already a SpeechError is not changed', async () => {
    const error = new SpeechError('MODEL_CORRUPT', 'no');
    expect(await storageError(error, '/')).toBe(error);
  });

  it('is thrown before a write if there is too little space, with both numbers', async () => {
    await expect(assertFreeSpace('/no/such/folder/yet', 2 ** 60)).rejects.toMatchObject({
      code: 'STORAGE_FULL',
      details: { neededBytes: 2 ** 60, freeBytes: expect.any(Number) },
    });
    await expect(assertFreeSpace('/', 0)).resolves.toBeUndefined();
  });
});
