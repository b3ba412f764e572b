import { expect, it } from 'vitest';
import { recordingTooLarge } from './recording-too-large.ts';

it('the error for a recording that is too large names the limit in megabytes and in bytes', () => {
  const { message, details } = recordingTooLarge('audio', 20_000_000, ' at an address');
  expect(message).toBe('audio must be smaller than 20 MB (20000000 bytes) at an address.');
  expect([details, recordingTooLarge('audio', 1).message]).toEqual([
    { field: 'audio', limitBytes: 20_000_000 },
    'audio must be smaller than 0.000001 MB (1 bytes).',
  ]);
});
