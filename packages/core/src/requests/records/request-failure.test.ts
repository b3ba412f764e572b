import { expect, it } from 'vitest';
import { SpeechError } from '../../errors/speech-error.ts';
import { requestFailureOf } from './request-failure.ts';

it.each([
  ['INVALID_INPUT', true],
  ['ENGINE_FAILED', false],
  ['INTERNAL', false],
  ['STORAGE_FAILED', false],
] as const)('a failure with %s tells its caller why: %s', (code, isTold) => {
  const failure = requestFailureOf(new SpeechError(code, 'The reason.'));
  expect([failure.code, failure.message === 'The reason.']).toEqual([code, isTold]);
});

it('tells an engine that failed each time apart from an error of ours', () => {
  const messageOf = (code: 'ENGINE_FAILED' | 'INTERNAL') =>
    requestFailureOf(new SpeechError(code, 'The reason.')).message;
  expect(messageOf('ENGINE_FAILED')).not.toBe(messageOf('INTERNAL'));
});
