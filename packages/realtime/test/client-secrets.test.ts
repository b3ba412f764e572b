import { openApiDocument } from '@parlance/http';
import { namedSchemasOf } from '@parlance/http/kit';
import { openaiRealtimeApi } from '@parlance/realtime';
import { Validator } from '@seriousme/openapi-schema-validator';
import OpenAI from 'openai';
import { expect, it } from 'vitest';
import type { ZodType } from 'zod';
import { SECRET_ENDPOINTS } from '../../openai-kit/src/sessions/secret-endpoints.ts';
import { connect, serveRealtime, type TestServer } from './support/realtime-server.ts';

const clientOf = ({ url, token }: TestServer, apiKey = token) =>
  new OpenAI({ baseURL: `${url}/v1`, apiKey, maxRetries: 0 });

/** The documented schema of an answer. */
function answerOf(name: string): ZodType {
  const documented = namedSchemasOf(SECRET_ENDPOINTS).find((known) => known.name === name);
  if (documented === undefined) throw new Error(`${name} is not documented`);
  return documented.schema;
}

it('are created by the official client, and open sessions with their settings', async () => {
  await using server = await serveRealtime();
  const before = Date.now() / 1000;
  const secret = await clientOf(server).realtime.clientSecrets.create({
    expires_after: { anchor: 'created_at', seconds: 120 },
    session: {
      type: 'transcription',
      audio: {
        input: { format: { type: 'audio/pcmu' }, turn_detection: null, transcription: { language: 'en' } },
      },
    },
  });
  expect(answerOf('OpenaiClientSecret').parse(secret)).toEqual(secret);
  expect(secret.expires_at).toBeGreaterThanOrEqual(Math.floor(before) + 120);
  expect(secret.value).not.toContain(server.token);
  const client = connect(server, { protocols: ['realtime', `openai-insecure-api-key.${secret.value}`] });
  const { session } = await client.until('session.created');
  expect(session).toMatchObject({
    audio: {
      input: { format: { type: 'audio/pcmu' }, turn_detection: null, transcription: { language: 'en' } },
    },
  });
});

it('have the default settings if none are given', async () => {
  await using server = await serveRealtime();
  const { value, session } = await clientOf(server).realtime.clientSecrets.create({});
  expect(session).toMatchObject({ audio: { input: { format: { type: 'audio/pcm', rate: 24_000 } } } });
  await connect({ ...server, token: value }).until('session.created');
});

it('can be created in the form from before August 2025', async () => {
  await using server = await serveRealtime();
  const made = await clientOf(server).beta.realtime.transcriptionSessions.create({
    input_audio_format: 'g711_alaw',
    turn_detection: { type: 'server_vad', silence_duration_ms: 700 },
  });
  expect(answerOf('OpenaiTranscriptionSession').parse(made)).toEqual(made);
  expect(made).toMatchObject({
    input_audio_format: 'g711_alaw',
    turn_detection: { silence_duration_ms: 700 },
  });
  const client = connect({ ...server, token: made.client_secret.value });
  expect((await client.until('session.created')).session).toMatchObject({
    audio: { input: { format: { type: 'audio/pcma' } } },
  });
});

it('expire with the token that they were created with', async () => {
  await using server = await serveRealtime();
  const { value } = await clientOf(server).realtime.clientSecrets.create({});
  await server.speech.service.revokeApp(server.appId);
  const client = connect({ ...server, token: value });
  expect((await client.closed).code).toBe(3000);
});

it.each(['client_secrets', 'transcription_sessions'])('are not cached on the way: %s', async (path) => {
  await using server = await serveRealtime();
  const made = await fetch(`${server.url}/v1/realtime/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}` },
  });
  expect([made.status, made.headers.get('cache-control')]).toEqual([200, 'no-store']);
});

it('are refused with OpenAI’s errors', async () => {
  await using server = await serveRealtime();
  const client = clientOf(server);
  await expect(clientOf(server, 'sk-nobody').realtime.clientSecrets.create({})).rejects.toMatchObject({
    status: 401,
    code: 'invalid_api_key',
  });
  const { value } = await client.realtime.clientSecrets.create({});
  await expect(clientOf(server, value).realtime.clientSecrets.create({})).rejects.toMatchObject({
    status: 403,
  });
  await expect(
    client.realtime.clientSecrets.create({ expires_after: { seconds: 10 } }),
  ).rejects.toMatchObject({ status: 400, param: 'expires_after.seconds' });
  await expect(client.realtime.clientSecrets.create({ session: { type: 'realtime' } })).rejects.toMatchObject(
    { status: 400, param: 'session.type', type: 'invalid_request_error' },
  );
  const get = await fetch(`${server.url}/v1/realtime/client_secrets`);
  expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
  const plain = await fetch(`${server.url}/v1/realtime`);
  expect([plain.status, plain.headers.get('upgrade')]).toEqual([426, 'websocket']);
  const broken = await fetch(`${server.url}/v1/realtime/client_secrets`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.token}`, 'content-type': 'application/json' },
    body: '{',
  });
  expect(answerOf('OpenaiError').parse(await broken.json())).toMatchObject({
    error: { message: 'The request could not be read.' },
  });
});

it('are in a valid OpenAPI document', async () => {
  const whole = JSON.parse(JSON.stringify(openApiDocument({ parts: [openaiRealtimeApi()] })));
  const result = await new Validator().validate(whole);
  expect(result.errors ?? []).toEqual([]);
  expect(whole.paths['/v1/realtime/client_secrets'].post.requestBody.content).toHaveProperty(
    'application/json',
  );
});
