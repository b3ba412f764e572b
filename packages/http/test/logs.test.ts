import { SpeechError } from '@parlance/core/errors';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { CREDENTIALS, fakeService, TOKEN } from './support/fake-service.ts';
import { postJson, startServer } from './support/test-server.ts';

function recorder() {
  const lines: Record<string, unknown>[] = [];
  const logger = pino({ level: 'trace' }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return { lines, logger, text: () => JSON.stringify(lines) };
}

it('logs one line for each request, with its id, path, status and time', async () => {
  const { lines, logger } = recorder();
  const { url } = await startServer({ logger });
  const response = await fetch(`${url}/healthz`);
  await response.text();
  await expect.poll(() => lines.filter((line) => line.msg === 'request ended')).toHaveLength(1);
  expect(lines.find((line) => line.msg === 'request ended')).toMatchObject({
    requestId: response.headers.get('x-request-id'),
    method: 'GET',
    path: '/healthz',
    status: 200,
    durationMs: expect.any(Number),
  });
});

it('never logs a token, a query or a text, at any level and whatever fails', async () => {
  const { lines, logger, text } = recorder();
  const service = fakeService({
    synthesizeLive: async () => {
      throw new SpeechError('ENGINE_FAILED', 'The engine failed.', {}, { cause: new Error('native') });
    },
  });
  const { url } = await startServer({ logger, service, adminToken: 'canary-admin' });
  const query = `?token=${TOKEN}`;
  const body = { mode: 'sync', voiceCode: 'v', text: 'canary-text' };
  await postJson(`${url}/v1/tts${query}`, body);
  await postJson(`${url}/v1/tts${query}`, { ...body, speed: 'fast' });
  await postJson(`${url}/v1/tts${query}`, '{');
  await postJson(`${url}/none${query}`, body);
  await fetch(`${url}/v1/tts/requests/%zz${query}`, { headers: CREDENTIALS });
  await fetch(`${url}/admin/v1/apps${query}`, { headers: { authorization: 'Bearer canary-admin2' } });
  await expect
    .poll(() => lines.filter((line) => line.msg === 'request ended').length)
    .toBeGreaterThanOrEqual(5);
  expect(text()).not.toContain('canary');
  const failure = lines.find((line) => line.msg === 'request failed');
  expect(failure).toMatchObject({ errorCode: 'ENGINE_FAILED', requestId: expect.any(String) });
  for (const line of lines.filter(
    (each) => each.msg !== undefined && !String(each.msg).startsWith('Server '),
  )) {
    expect(line).toHaveProperty('requestId');
  }
});

it('logs refusals of a busy server as warnings in one line, without a stack', async () => {
  const { lines, logger } = recorder();
  const service = fakeService({
    synthesizeLive: async () => {
      throw new SpeechError('QUEUE_FULL', 'Too much work is waiting.', { retryAfterSeconds: 3 });
    },
  });
  const { url } = await startServer({ logger, service });
  const body = { mode: 'sync', voiceCode: 'v', text: 'hello' };
  expect((await postJson(`${url}/v1/tts`, body)).status).toBe(503);
  const refusals = lines.filter((line) => line.msg === 'request refused');
  expect(refusals).toMatchObject([{ level: pino.levels.values.warn, errorCode: 'QUEUE_FULL' }]);
  expect(refusals[0]).not.toHaveProperty('err');
});
