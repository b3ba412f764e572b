import { readFileSync } from 'node:fs';
import { openApiDocument } from '@parlance/http';
import { namedSchemasOf } from '@parlance/http/kit';
import { openaiApi, openaiHttp } from '@parlance/openai';
import { createSpeech } from '@parlance/runtime';
import { Validator } from '@seriousme/openapi-schema-validator';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { OPENAI_ENDPOINTS } from '../src/endpoints/endpoints.ts';
import { loudWav } from './support/loud-wav.ts';
import { fakeEngines, type OpenaiServer, serveOpenai } from './support/openai-server.ts';

const COMMITTED = new URL('../../../docs/api/openapi.json', import.meta.url);
const plain = JSON.parse(JSON.stringify(openaiApi()));

/** The document's operations, such as `POST /v1/audio/speech`. */
function documented(): string[] {
  return Object.entries(plain.paths as Record<string, object>).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  );
}

it('is valid OpenAPI 3.1 within the document of the whole server', async () => {
  const validator = new Validator();
  const whole = JSON.parse(JSON.stringify(openApiDocument({ parts: [openaiApi()] })));
  const result = await validator.validate(whole);
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
  for (const [, pointer = ''] of JSON.stringify(plain).matchAll(/"#\/components\/schemas\/([^"]+)"/g))
    expect(whole.components.schemas, pointer).toHaveProperty(pointer);
});

it('equals the file in docs/api; npm run documents writes it', () => {
  const whole = JSON.parse(readFileSync(COMMITTED, 'utf8'));
  expect(plain.tags).toEqual(whole.tags.filter(({ name }: { name: string }) => name === 'OpenAI'));
  for (const [path, item] of Object.entries(plain.paths)) expect(item, path).toEqual(whole.paths[path]);
  for (const [name, schema] of Object.entries(plain.components.schemas))
    expect(schema, name).toEqual(whole.components.schemas[name]);
  expect(plain.components.securitySchemes).toEqual({ openaiKey: whole.components.securitySchemes.openaiKey });
});

it('documents exactly the existing routes', async () => {
  const app = Fastify();
  const routes: string[] = [];
  app.addHook('onRoute', ({ method, url, config }) => {
    if (config?.refusesMethod === true) return;
    for (const name of [method].flat())
      if (name !== 'HEAD') routes.push(`${name} ${url.replace(/:(\w+)/g, '{$1}')}`);
  });
  const speech = await createSpeech(fakeEngines().options);
  await app.register(openaiHttp, { service: speech.service });
  await app.ready();
  expect(documented().sort()).toEqual(routes.sort());
  await app.close();
  await speech.close();
});

it('accepts what the request schemas accept', () => {
  const speech = plain.paths['/v1/audio/speech'].post.requestBody.content['application/json'].schema;
  expect(speech.required.sort()).toEqual(['input', 'model', 'voice']);
  expect(speech.properties.input.maxLength).toBe(4096);
  expect(speech.properties.response_format).toMatchObject({
    default: 'mp3',
    enum: expect.arrayContaining(['opus']),
  });
  const form = plain.paths['/v1/audio/transcriptions'].post.requestBody.content['multipart/form-data'].schema;
  expect(form.required.sort()).toEqual(['file', 'model']);
  expect(form.properties.file).toMatchObject({ type: 'string', format: 'binary' });
  expect(form.properties.response_format.enum).toEqual(['json', 'text', 'srt', 'vtt', 'verbose_json']);
  expect(form.properties['timestamp_granularities[]'].items.enum).toEqual(['word', 'segment']);
});

describe('answers match the document', () => {
  const post = (server: OpenaiServer, response_format: string): Promise<Response> => {
    const form = new FormData();
    form.append('model', 'whisper-1');
    form.append('response_format', response_format);
    form.append('timestamp_granularities[]', 'word');
    form.append('timestamp_granularities[]', 'segment');
    form.append('file', new Blob([new Uint8Array(loudWav(1))]), 'one.wav');
    return fetch(`${server.url}/v1/audio/transcriptions`, {
      method: 'POST',
      headers: keyOf(server),
      body: form,
    });
  };
  const keyOf = ({ token }: OpenaiServer) => ({ authorization: `Bearer ${token}` });
  const get = (path: string) => (server: OpenaiServer) =>
    fetch(`${server.url}${path}`, { headers: keyOf(server) });

  it.each<[name: string, status: number, ask: (server: OpenaiServer) => Promise<Response>]>([
    ['OpenaiModelList', 200, get('/v1/models')],
    ['OpenaiModel', 200, get('/v1/models/tts-1')],
    ['OpenaiVoiceList', 200, get('/v1/audio/voices')],
    ['OpenaiAudioModelList', 200, get('/v1/audio/models')],
    ['OpenaiError', 404, get('/v1/models/gpt-9')],
    ['OpenaiTranscript', 200, (server) => post(server, 'json')],
    ['OpenaiVerboseTranscript', 200, (server) => post(server, 'verbose_json')],
  ])('%s', async (name, status, ask) => {
    const tokens = [{ text: '▁Hello', startSeconds: 0.3, logProbability: -0.1 }];
    const { options } = fakeEngines({
      recognition: {
        script: { texts: [{ text: 'Hello', tokens }] },
        capabilities: { tokenTimes: true, logProbabilities: true },
      },
    });
    await using server = await serveOpenai(options);
    const answer = await ask(server);
    expect(answer.status).toBe(status);
    const body: unknown = await answer.json();
    // Equality shows that nothing is undocumented, since a schema drops unknown members.
    const documented = namedSchemasOf(OPENAI_ENDPOINTS).find((known) => known.name === name);
    expect(documented?.schema.parse(body)).toEqual(body);
  });
});
