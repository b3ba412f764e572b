import { SpeechError } from '@parlance/core/errors';
import { expect, it } from 'vitest';
import { toWireError } from './wire-error.ts';

class ModelError extends Error {
  override readonly name = 'ModelError';
}

it.each([
  [
    'a SpeechError',
    new SpeechError('MODEL_CORRUPT', 'No model.', { model: 'joe' }),
    {
      code: 'MODEL_CORRUPT',
      message: 'No model.',
      details: { model: 'joe' },
    },
  ],
  ['an error', new ModelError('No model.'), { message: 'No model.', details: { causeName: 'ModelError' } }],
  [
    'an error without a message',
    new ModelError(),
    {
      message: 'ModelError',
      details: { causeName: 'ModelError' },
    },
  ],
  [
    "the system's error",
    Object.assign(new Error('No file.'), { code: 'ENOENT' }),
    {
      message: 'No file.',
      details: { causeName: 'Error', causeCode: 'ENOENT' },
    },
  ],
  [
    'an error with a number',
    Object.assign(new Error('No file.'), { code: 2 }),
    {
      message: 'No file.',
      details: { causeName: 'Error' },
    },
  ],
  ['a text', 'No file.', { message: 'No file.', details: {} }],
  ['nothing', undefined, { message: 'undefined', details: {} }],
])('of %s can be sent between threads, and keeps its details', (_what, thrown, expected) => {
  const wire = toWireError(thrown, 'INTERNAL');
  expect(wire).toMatchObject({ code: 'INTERNAL', ...expected });
  expect(wire.details).toEqual(expected.details);
  expect(structuredClone(wire)).toEqual(wire);
});
