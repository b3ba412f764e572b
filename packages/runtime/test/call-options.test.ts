import { expect, it } from 'vitest';
import type { Speech } from '../src/index.ts';
import { speechWithFakes } from './speech-with-fakes.ts';

const silence = async function* (): AsyncGenerator<Float32Array> {
  yield new Float32Array(1600);
};
const pieces = async function* (): AsyncGenerator<string> {
  yield 'One.';
};
/** Callers without TypeScript may pass anything. */
const anything = (value: unknown): never => value as never;

it.each<[string, (speech: Speech) => unknown, string, string]>([
  ['speak', (s) => s.speak('One.', anything({ voiceCod: 'a' })), 'voiceCod', 'voiceCod is not known.'],
  ['speak', (s) => s.speak(pieces(), anything({ text: 'a' })), 'text', 'text is not known.'],
  ['speak', (s) => s.speak('One.', anything({ text: 'a' })), 'text', 'text is not known.'],
  [
    'speak',
    (s) => s.speak('One.', anything({ latency: 'fast' })),
    'latency',
    'must be "lowest" or "natural"',
  ],
  ['speak', (s) => s.speak('One.', anything({ cache: 1 })), 'cache', 'cache must be true or false; got 1.'],
  [
    'speak',
    (s) => s.speak('One.', anything({ signal: 3 })),
    'signal',
    'signal must be an AbortSignal; got 3.',
  ],
  ['speak', (s) => s.speak('One.', anything(null)), 'options', 'The options must be an object.'],
  ['speak', (s) => s.speak(anything(5)), 'text', 'text must be a string; got 5.'],
  [
    'speak',
    (s) => s.speak('One.', anything({ clientPause: { majorbreak: 1 } })),
    'clientPause.majorbreak',
    'clientPause.majorbreak is not known.',
  ],
  ['listen', (s) => s.listen(silence(), anything(undefined)).next(), 'options', 'must be an object'],
  ['listen', (s) => s.listen(silence(), anything({})).next(), 'sampleRateHz', 'sampleRateHz is required.'],
  [
    'listen',
    (s) => s.listen(silence(), anything({ sampleRateHz: 16_000, interim: true })).next(),
    'interim',
    'interim is not known.',
  ],
  [
    'listen',
    (s) => s.listen(silence(), { sampleRateHz: 16_000, speechCompleteTimeoutMs: 100 }).next(),
    'speechCompleteTimeoutMs',
    'must be a number from 500 to 3000; got 100.',
  ],
  [
    'listen',
    (s) => s.listen(anything([new Float32Array(1)]), { sampleRateHz: 16_000 }).next(),
    'audio',
    'async iterable',
  ],
  ['transcribe', (s) => s.transcribe('a.wav', anything({ lang: 'en' })), 'lang', 'lang is not known.'],
  ['transcribe', (s) => s.transcribe(anything(5)), 'source', '{ samples, sampleRateHz }'],
  [
    'transcribe',
    (s) => s.transcribe(anything({ samples: [0, 1], sampleRateHz: 16_000 })),
    'source',
    'Float32Array',
  ],
  ['voices', (s) => s.voices(anything({ gendr: 'male' })), 'gendr', 'gendr is not known.'],
  ['voices', (s) => s.voices(anything({ gender: 'x' })), 'gender', 'must be one of male, female; got "x".'],
])('%s refuses invalid options by name: %#', async (_name, call, field, message) => {
  const { speech } = await speechWithFakes();
  await expect((async () => call(speech))()).rejects.toMatchObject({
    code: 'INVALID_INPUT',
    message: expect.stringContaining(message),
    details: { field },
  });
});

it('uses the default for options that are absent or undefined', async () => {
  const { speech } = await speechWithFakes();
  const options = { voiceCode: undefined, latency: undefined, cache: undefined, signal: undefined };
  await expect(speech.speak('One.', options).file()).resolves.toBeInstanceOf(Uint8Array);
  await expect(speech.voices({ gender: undefined })).resolves.toEqual(await speech.voices());
});
