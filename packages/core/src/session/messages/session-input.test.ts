import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseAudioFrame, parseClientMessage } from './session-input.ts';
import { decodeStrictBase64 } from './strict-base64.ts';

const GOOD = { sampleRateHertz: 16_000, sampleSizeByte: 2, channel: 1 };
const parseConfig = (config: unknown) =>
  parseClientMessage(JSON.stringify({ type: 'STREAMING_CONFIG', config }));
const parseAudio = (audioContent: unknown) =>
  parseClientMessage(JSON.stringify({ type: 'AUDIO_CHUNK', audioContent }));

describe('STREAMING_CONFIG', () => {
  it('gets the defaults of the interface and drops unknown members', () => {
    expect(parseConfig({ ...GOOD, model: 'large' })).toEqual({
      type: 'config',
      config: {
        sampleRateHz: 16_000,
        interimResults: false,
        clientSessionId: undefined,
        noInputTimeoutMs: 5000,
        speechCompleteTimeoutMs: 800,
      },
    });
  });

  it('has words, a language and terms only where they are asked for', () => {
    const vocabulary = [{ term: 'Siobhan' }];
    const wishes = { language: 'de', words: true, vocabulary };
    expect(parseConfig({ ...GOOD, ...wishes })).toMatchObject({ config: wishes });
    const plain = parseConfig({ ...GOOD, words: false });
    if (plain.type !== 'config') return expect.unreachable();
    for (const name of Object.keys(wishes)) expect(plain.config).not.toHaveProperty(name);
  });

  it('accepts a BCP 47 language and nothing else', () => {
    expect(parseConfig({ ...GOOD, language: 'de-AT' })).toMatchObject({ config: { language: 'de-AT' } });
    expect(parseConfig({ ...GOOD, language: 'the queen’s' })).toMatchObject({
      type: 'config-invalid',
      fault: { code: 'BAD_REQUEST', message: expect.stringContaining('config.language must be a language') },
    });
  });

  it.each([
    [{ vadConfig: { noInputTimeoutMs: 3000, speechCompleteTimeoutMs: 500 } }],
    [{ vadConfig: { noInputTimeoutMs: 10_000, speechCompleteTimeoutMs: 3000 } }],
    [{ sampleRateHertz: 8000, interimResults: true, sessionId: 'mine' }],
  ])('takes %j', (members) => {
    expect(parseConfig({ ...GOOD, ...members }).type).toBe('config');
  });

  it.each([
    [{ sampleRateHertz: 44_100 }, 'STT_INVALID_SAMPLE_RATE', '8000 or 16000; got 44100'],
    [{ sampleRateHertz: '16000' }, 'STT_INVALID_SAMPLE_RATE', '8000 or 16000'],
    [{ sampleRateHertz: undefined }, 'STT_INVALID_SAMPLE_RATE', 'is required'],
    [{ channel: 2 }, 'STT_INVALID_CHANNEL', 'config.channel must be 1; got 2'],
    [{ channel: undefined }, 'STT_INVALID_CHANNEL', 'config.channel'],
    [{ sampleSizeByte: 1 }, 'STT_INVALID_SAMPLE_SIZE', 'config.sampleSizeByte must be 2; got 1'],
    [{ sampleSizeByte: undefined }, 'STT_INVALID_SAMPLE_SIZE', 'config.sampleSizeByte'],
    [{ interimResults: 'yes' }, 'BAD_REQUEST', 'config.interimResults must be true or false'],
    [{ sessionId: 7 }, 'BAD_REQUEST', 'config.sessionId'],
    [{ vadConfig: 7 }, 'BAD_REQUEST', 'config.vadConfig must be an object'],
    [{ vadConfig: { noInputTimeoutMs: 2999 } }, 'BAD_REQUEST', 'from 3000 to 10000 milliseconds; got 2999'],
    [{ vadConfig: { noInputTimeoutMs: 10_001 } }, 'BAD_REQUEST', 'from 3000 to 10000 milliseconds'],
    [{ vadConfig: { noInputTimeoutMs: 3000.5 } }, 'BAD_REQUEST', 'integer from 3000 to 10000'],
    [{ vadConfig: { speechCompleteTimeoutMs: 499 } }, 'BAD_REQUEST', 'from 500 to 3000 milliseconds'],
    [{ vadConfig: { speechCompleteTimeoutMs: 3001 } }, 'BAD_REQUEST', 'from 500 to 3000 milliseconds'],
  ])('refuses %j with %s, naming what is allowed', (members, code, text) => {
    const message = parseConfig({ ...GOOD, ...members });
    if (message.type !== 'config-invalid') return expect.unreachable();
    expect(message.fault.code).toBe(code);
    expect(message.fault.message).toContain(text);
  });

  it.each([undefined, null, 7, 'x', []])('refuses the config %j', (config) => {
    expect(parseConfig(config)).toMatchObject({ type: 'config-invalid', fault: { code: 'BAD_REQUEST' } });
  });
});

describe('AUDIO_CHUNK', () => {
  it('returns the bytes of any base64 that Node writes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        expect(decodeStrictBase64(Buffer.from(bytes).toString('base64'))).toEqual(new Uint8Array(bytes));
      }),
    );
  });

  it('accepts only texts that are the unique base64 of their bytes', () => {
    const character = fc.constantFrom(...'ABab01+/=-_ \n.');
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 12 }), (text) => {
        const bytes = decodeStrictBase64(text);
        const isCanonical = Buffer.from(text, 'base64').toString('base64') === text;
        expect(bytes !== undefined).toBe(isCanonical);
      }),
      { numRuns: 5000 },
    );
  });

  it.each([
    ['AAA', 'not base64'],
    ['AA==', '1 bytes'],
    ['AB==', 'not base64'],
    ['AA-_', 'not base64'],
    ['AA A', 'not base64'],
    [7, 'must be a base64 string'],
    [undefined, 'must be a base64 string'],
  ])('refuses %j: %s', (content, text) => {
    expect(parseAudio(content)).toEqual({ type: 'malformed', message: expect.stringContaining(text) });
  });

  it('takes 1 MiB and refuses two bytes more, naming the limit', () => {
    const largest = parseAudio(Buffer.alloc(1_048_576).toString('base64'));
    expect(largest.type === 'audio' && largest.bytes.length).toBe(1_048_576);
    expect(parseAudio(Buffer.alloc(1_048_578).toString('base64'))).toEqual({
      type: 'malformed',
      message: 'audioContent has 1048578 bytes; the limit is 1048576.',
    });
  });

  it('takes an empty chunk', () => {
    expect(parseAudio('')).toEqual({ type: 'audio', bytes: new Uint8Array(0) });
  });
});

describe('a binary frame', () => {
  it('is audio', () => {
    const bytes = new Uint8Array([1, 2, 3, 4]);
    expect(parseAudioFrame(bytes)).toEqual({ type: 'audio', bytes });
    expect(parseAudioFrame(new Uint8Array(1_048_576)).type).toBe('audio');
  });

  it.each([3, 1_048_578])('of %i bytes is malformed', (length) => {
    expect(parseAudioFrame(new Uint8Array(length))).toEqual({
      type: 'malformed',
      message: expect.stringContaining(`${length} bytes`),
    });
  });
});

describe('a message', () => {
  it.each(['PING', 'DONE'])('may be %s', (type) => {
    expect(parseClientMessage(JSON.stringify({ type }))).toEqual({ type: type.toLowerCase() });
  });

  it('that is no object is told apart from one without a type, and from what is no JSON', () => {
    const told = (text: string) => parseClientMessage(text);
    expect(told('[]')).toEqual(told('null'));
    expect(told('[]')).not.toEqual(told('{}'));
    expect(told('[')).not.toEqual(told('[]'));
  });
});

it.each([
  '',
  '{',
  '[]',
  '7',
  'null',
  '"PING"',
  '{}',
  '{"type":7}',
  '{"type":"ping"}',
  '{"type":"__proto__"}',
])('calls %j malformed', (text) => {
  expect(parseClientMessage(text).type).toBe('malformed');
});
