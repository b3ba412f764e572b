import { describe, expect, it } from 'vitest';
import { parseInput } from '../../input/parse-input.ts';
import { DEFAULT_PAUSES } from '../../text/pause-plan.ts';
import {
  batchSynthesisInput,
  batchSynthesisInputOf,
  byTextType,
  liveSynthesisInput,
  modeInput,
  schemaFor,
  speakInput,
} from './synthesis-input.ts';

const BATCH = { text: ' Hello. ', voiceCode: ' joe ', webhookUrl: 'https://receiver.example/hook' };
const batch = (members: object) => parseInput(batchSynthesisInput, { ...BATCH, ...members });

describe('a request of speech', () => {
  it('has what the interface says where it says nothing', () => {
    expect(batch({ unknown: 7 })).toEqual({
      ...{ text: 'Hello.', voiceCode: 'joe', webhookUrl: BATCH.webhookUrl },
      ...{ outputFormat: 'mp3', speed: 1 },
    });
    expect(parseInput(liveSynthesisInput, { text: 'a', voiceCode: 'joe' })).toMatchObject({
      outputFormat: 'mp3',
    });
    expect(parseInput(speakInput, { text: 'a' })).toMatchObject({ outputFormat: 'wav', speed: 1 });
    expect(batch({ clientPause: {} }).clientPause).toEqual(DEFAULT_PAUSES);
  });

  it.each([
    { speed: 0.25 },
    { speed: 1.9 },
    { bitrate: 64 },
    { sampleRate: 16_000 },
    { outputFormat: 'wav' },
    { outputFormat: 'pcm' },
    { emphasisIntensity: 100 },
    { timings: 'word' },
    { textType: 'ssml' },
    { textType: 'text' },
    { text: '😀'.repeat(4) },
    { clientPause: { majorBreak: 0.1, mediumBreak: 10, sentenceBreak: 0.1, paragraphBreak: 0 } },
  ])('may have %j', (members) => {
    expect(batch(members)).toMatchObject(members);
  });

  it.each<[string, object]>([
    ['text', { text: ' ' }],
    ['text', { text: 7 }],
    ['text', { text: 'a'.repeat(100_001) }],
    ['voiceCode', { voiceCode: ' ' }],
    ['voiceCode', { voiceCode: undefined }],
    ['speed', { speed: 0.24 }],
    ['speed', { speed: 5 }],
    ['bitrate', { bitrate: 65 }],
    ['bitrate', { bitrate: '64' }],
    ['sampleRate', { sampleRate: 1 }],
    ['outputFormat', { outputFormat: 'ogg' }],
    ['emphasisIntensity', { emphasisIntensity: 7 }],
    ['emphasisIntensity', { emphasisIntensity: -10 }],
    ['emphasisIntensity', { emphasisIntensity: 110 }],
    ['timings', { timings: 'letter' }],
    ['textType', { textType: 'html' }],
    ['webhookUrl', { webhookUrl: undefined }],
    ['clientPause', { clientPause: 7 }],
    ['clientPause.majorBreak', { clientPause: { majorBreak: 0.05 } }],
    ['clientPause.paragraphBreak', { clientPause: { paragraphBreak: -0.1 } }],
    ['clientPause.sentenceBreak', { clientPause: { sentenceBreak: 11 } }],
  ])('with a wrong %s is refused for it: %j', (field, members) => {
    expect(() => batch(members)).toThrow(
      expect.objectContaining({ code: 'INVALID_INPUT', details: expect.objectContaining({ field }) }),
    );
  });

  it('may be a longer text if it is a document', () => {
    const text = 'a'.repeat(200_000);
    expect(parseInput(batchSynthesisInputOf('ssml'), { ...BATCH, text }).text).toHaveLength(200_000);
    expect(() =>
      parseInput(batchSynthesisInputOf('ssml'), { ...BATCH, text: 'a'.repeat(800_001) }),
    ).toThrow();
  });

  it('refuses misspelt members of in-process callers', () => {
    for (const members of [{ voicecode: 'joe' }, { clientPause: { majorbreak: 1 } }])
      expect(() => parseInput(speakInput, { text: 'a', ...members })).toThrow();
  });

  it('is read as its textType says', () => {
    const schemas = byTextType((type) => type);
    expect(schemaFor(schemas, { textType: 'ssml' })).toBe('ssml');
    for (const request of [{}, { textType: 'text' }, null, 'x'])
      expect(schemaFor(schemas, request)).toBe('text');
    expect(() => schemaFor(schemas, { textType: 'html' })).toThrow();
  });

  it('is answered at once or later', () => {
    expect(parseInput(modeInput, { mode: 'sync' })).toEqual({ mode: 'sync' });
    expect(() => parseInput(modeInput, { mode: 'now' })).toThrow();
  });
});
