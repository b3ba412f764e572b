import { readFileSync } from 'node:fs';
import specifications from '@asyncapi/specs';
import { LIMITS } from '@parlance/core/limits';
import {
  parseClientMessage,
  SESSION_ERRORS,
  sessionClientMessages,
  sessionServerMessages,
} from '@parlance/core/session';
import { parseStreamMessage, streamClientMessages, streamServerMessages } from '@parlance/core/speech-stream';
import { Ajv, type AnySchema } from 'ajv';
import addFormats from 'ajv-formats';
import { expect, it } from 'vitest';
import { EXAMPLES } from '../src/document/examples.ts';
import { STREAM_EXAMPLES } from '../src/document/stream-examples.ts';
import { asyncApiDocument } from '../src/index.ts';

const COMMITTED = new URL('../../../docs/api/asyncapi.json', import.meta.url);
const document = JSON.parse(JSON.stringify(asyncApiDocument()));
const messages = document.components.messages as Record<string, { payload: object }>;

it('is a valid AsyncAPI 3 document', () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  addFormats.default(ajv);
  const isValid = ajv.validate(specifications.schemasWithoutId['3.0.0'] as AnySchema, document);
  expect(ajv.errors ?? []).toEqual([]);
  expect(isValid).toBe(true);
});

it('has no broken references', () => {
  const pointers = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(
    ([, pointer = '']) => pointer,
  );
  expect(pointers.length).toBeGreaterThan(20);
  for (const pointer of pointers) {
    const found = pointer
      .split('/')
      .slice(1)
      .reduce((node, name) => node?.[name], document);
    expect(found, pointer).toBeDefined();
  }
});

it('is up to date in docs/api; npm run documents writes it', () => {
  expect(JSON.parse(readFileSync(COMMITTED, 'utf8'))).toEqual(document);
});

it('has every message of both sides, and no other', () => {
  expect(Object.keys(messages)).toEqual([
    ...Object.keys(sessionClientMessages),
    ...Object.keys(sessionServerMessages),
    ...Object.keys({ ...streamClientMessages, ...streamServerMessages }).map((name) => `speech.${name}`),
  ]);
});

const SPEECH_EXAMPLES = Object.entries(STREAM_EXAMPLES).map(
  ([name, example]) => [`speech.${name}`, example] as const,
);

it.each([...Object.entries(EXAMPLES), ...SPEECH_EXAMPLES])(
  'shows an example of %s that its schema allows',
  (name, example) => {
    const ajv = new Ajv({ strict: false });
    addFormats.default(ajv);
    expect(ajv.validate(messages[name]?.payload ?? false, example), JSON.stringify(ajv.errors)).toBe(true);
  },
);

it.each(Object.keys(sessionClientMessages) as (keyof typeof sessionClientMessages)[])(
  'has a parser that takes the example of %s',
  (name) => {
    expect(parseClientMessage(JSON.stringify(EXAMPLES[name])).type).not.toMatch(/malformed|invalid/);
  },
);

it.each(Object.keys(streamClientMessages) as (keyof typeof streamClientMessages)[])(
  'has a parser that takes the example of speech.%s',
  (name) => {
    expect(parseStreamMessage(JSON.stringify(STREAM_EXAMPLES[name])).type).not.toBe('faulty');
  },
);

it.each([
  ['a rate that is not allowed', { sampleRateHertz: 44_100 }],
  ['a missing channel', { channel: undefined }],
  ['too short a silence', { vadConfig: { speechCompleteTimeoutMs: 499 } }],
  ['a long name', { sessionId: 'x'.repeat(257) }],
])('refuses %s just as the parser does', (_what, change) => {
  const { type, config } = EXAMPLES.STREAMING_CONFIG;
  const message = JSON.parse(JSON.stringify({ type, config: { ...config, ...change } }));
  const ajv = new Ajv({ strict: false });
  expect(ajv.validate(messages.STREAMING_CONFIG?.payload ?? true, message)).toBe(false);
  expect(parseClientMessage(JSON.stringify(message)).type).toBe('config-invalid');
});

it('limits a chunk to the length of the largest one in base64', () => {
  const largest = Buffer.alloc(LIMITS.session.maxChunkBytes).toString('base64');
  const schema = sessionClientMessages.AUDIO_CHUNK;
  expect(schema.safeParse({ type: 'AUDIO_CHUNK', audioContent: largest }).success).toBe(true);
  expect(schema.safeParse({ type: 'AUDIO_CHUNK', audioContent: `${largest}AAAA` }).success).toBe(false);
});

it('describes every error code with its consequences', () => {
  expect(Object.keys(document['x-errors'])).toEqual(Object.keys(SESSION_ERRORS));
  expect(document['x-errors'].STT_MAX_CCR_REACHED).toEqual({
    stage: 'AUTHENTICATING',
    retryable: true,
    closeCode: 1013,
  });
});
