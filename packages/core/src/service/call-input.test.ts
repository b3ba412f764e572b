import { describe, expect, it } from 'vitest';
import { parseInput } from '../input/parse-input.ts';
import {
  growingSpeakCallInput,
  listenCallInput,
  speakCallInputs,
  transcribeCallInput,
  voiceFilterInput,
} from './call-input.ts';

const { signal } = new AbortController();
const refusal = (field: string, message?: string) =>
  expect.objectContaining({
    code: 'INVALID_INPUT',
    details: expect.objectContaining({ field }),
    ...(message === undefined ? {} : { message: expect.stringContaining(message) }),
  });

describe('the options of in-process calls', () => {
  it('are taken as they are given', () => {
    const speak = { text: 'Hello.', latency: 'natural', cache: false, signal };
    expect(parseInput(speakCallInputs.text, speak)).toMatchObject(speak);
    expect(parseInput(growingSpeakCallInput, { cache: true, signal })).toMatchObject({ cache: true, signal });
    const transcribe = { language: 'en', words: true, vocabulary: [{ term: 'Ozempic' }], signal };
    expect(parseInput(transcribeCallInput, transcribe)).toEqual(transcribe);
    const listen = { sampleRateHz: 16_000, interimResults: true, words: true, signal };
    expect(parseInput(listenCallInput, listen)).toMatchObject(listen);
    const filter = { ownership: 'SERVICE', code: 'a', languageCode: 'en-US', gender: 'female' };
    expect(parseInput(voiceFilterInput, filter)).toEqual(filter);
  });

  it('may be left out', () => {
    expect(parseInput(listenCallInput, { sampleRateHz: 16_000 })).toEqual({
      ...{ sampleRateHz: 16_000, interimResults: false, words: false },
      speechCompleteTimeoutMs: expect.any(Number),
    });
    for (const schema of [transcribeCallInput, voiceFilterInput]) expect(parseInput(schema, {})).toEqual({});
  });

  it.each([
    ['signal', transcribeCallInput, { signal: {} }, 'must be an AbortSignal'],
    ['words', transcribeCallInput, { words: 1 }, 'must be true or false'],
    ['language', transcribeCallInput, { language: 1 }, 'must be a language'],
    ['channels', transcribeCallInput, { channels: 'both' }, undefined],
    ['odd', transcribeCallInput, { odd: 1 }, undefined],
    ['sampleRateHz', listenCallInput, { sampleRateHz: 'x' }, 'must be the rate of the audio in Hz'],
    ['speechCompleteTimeoutMs', listenCallInput, { sampleRateHz: 1, speechCompleteTimeoutMs: 1 }, undefined],
    ['odd', listenCallInput, { sampleRateHz: 1, odd: 1 }, undefined],
    ['cache', speakCallInputs.text, { text: 'a', cache: 1 }, 'must be true or false'],
    ['latency', speakCallInputs.text, { text: 'a', latency: 'soon' }, undefined],
    ['text', growingSpeakCallInput, { text: 'a' }, undefined],
    ['ownership', voiceFilterInput, { ownership: 'MINE' }, undefined],
    ['gender', voiceFilterInput, { gender: 'odd' }, undefined],
    ['code', voiceFilterInput, { code: 1 }, 'must be a string'],
    ['languageCode', voiceFilterInput, { languageCode: 1 }, 'must be a string'],
    ['odd', voiceFilterInput, { odd: 1 }, undefined],
  ])('are refused with a wrong %s', (field, schema, given, message) => {
    expect(() => parseInput(schema, given)).toThrow(refusal(field, message));
  });
});
