import { SpeechError } from '@parlance/core/errors';
import { describe, expect, it } from 'vitest';
import { storageError } from './storage-error.ts';

describe('a failure of the disk', () => {
  it.each([
    ['ENOSPC', 'STORAGE_FULL'],
    ['EDQUOT', 'STORAGE_FULL'],
    ['EACCES', 'STORAGE_NOT_WRITABLE'],
    ['EPERM', 'STORAGE_NOT_WRITABLE'],
    ['EROFS', 'STORAGE_NOT_WRITABLE'],
    ['EIO', 'STORAGE_FAILED'],
  ])('%s is reported as %s, with its reason and without a path', (reason, code) => {
    const cause = Object.assign(new Error(`${reason}: no, open '/home/somebody/data'`), { code: reason });
    const error = storageError(cause);
    expect(error).toMatchObject({ code, cause });
    expect(error.toWire()).toMatchObject({ code, details: { reason } });
    expect(JSON.stringify(error.toWire())).not.toContain('somebody');
  });

  it.each([[new Error('no code')], ['no error'], [{ code: 'ENOSPC' }]])(
    'without a code is reported with an unknown reason: %s',
    (cause) => {
      expect(storageError(cause)).toMatchObject({ code: 'STORAGE_FAILED', details: { reason: 'unknown' } });
    },
  );

  it('is not converted a second time', () => {
    const told = new SpeechError('STORAGE_FULL', 'full');
    expect(storageError(told)).toBe(told);
  });
});
