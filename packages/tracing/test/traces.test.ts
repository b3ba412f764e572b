import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodePcm16 } from '@parlance/core/audio';
import { createSpeechServer } from '@parlance/http';
import { createSpeech } from '@parlance/runtime';
import { fakeEngines, tone } from '@parlance/testkit';
import { startTracing } from '@parlance/tracing';
import { createRealtimeEndpoint, REALTIME_PATH } from '@parlance/websocket';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { WebSocket } from 'ws';

const TRACE = '4bf92f3577b34da6a3ce929d0e0e4736';
const CALLER = '00f067aa0ba902b7';

interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

/** The functions that close the servers at the end of the file. */
const ends: (() => Promise<unknown>)[] = [];
async function listening(listener: RequestListener): Promise<string> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await once(server, 'listening');
  ends.push(async () => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  return Buffer.concat(await Array.fromAsync<Buffer>(request)).toString();
}

const spans: SentSpan[] = [];
const services: string[] = [];
const hooks: { readonly traceparent: unknown; readonly body: string }[] = [];
let url: string;
let hookUrl: string;
let headers: Record<string, string>;

beforeAll(async () => {
  const collector = await listening(async (request, response) => {
    const { resourceSpans } = JSON.parse(await bodyOf(request));
    for (const { resource, scopeSpans } of resourceSpans) {
      services.push(
        resource.attributes.find(({ key }: { key: string }) => key === 'service.name').value.stringValue,
      );
      for (const scope of scopeSpans) spans.push(...scope.spans);
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  hookUrl = await listening(async (request, response) => {
    hooks.push({ traceparent: request.headers.traceparent, body: await bodyOf(request) });
    response.end();
  });
  process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector;
  process.env.OTEL_BSP_SCHEDULE_DELAY = '100';
  process.env.OTEL_SERVICE_NAME = 'speech-of-a-test';
  const { tracer, stop } = startTracing({ serviceName: 'parlance', serviceVersion: '0.0.0' });
  const speech = await createSpeech({
    ...fakeEngines({ voiceCodes: ['one'], recognition: { script: { texts: ['hello'] } } }).options,
    allowNetworks: ['127.0.0.0/8'],
    tracer,
  });
  const server = await createSpeechServer({ service: speech.service, tracer });
  const sockets = createRealtimeEndpoint({ service: speech.service, tracer });
  sockets.attach(server.fastify.server);
  ({ url } = await server.listen({ port: 0 }));
  const { app, token } = await speech.service.createApp({ name: 'app' });
  headers = {
    authorization: `Bearer ${token}`,
    'app-id': app.appId,
    'content-type': 'application/json',
    traceparent: `00-${TRACE}-${CALLER}-01`,
  };
  ends.push(async () => {
    await sockets.close();
    await server.close();
    await speech.close();
    await stop();
  });
});
afterAll(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** The spans of a trace that the collector has, once it has all of these names. */
async function tracedAs(traceId: string, names: readonly string[]): Promise<readonly SentSpan[]> {
  const found = (): readonly SentSpan[] => spans.filter((span) => span.traceId === traceId);
  await expect.poll(() => [...new Set(found().map(({ name }) => name))].sort()).toEqual([...names].sort());
  return found();
}

const attributeOf = (span: SentSpan | undefined, name: string): unknown =>
  Object.values(span?.attributes.find(({ key }) => key === name)?.value ?? {})[0];

/** Each text is different, since the service does not call the engine for a cached phrase. */
let calls = 0;
const speak = (body: object, more: Record<string, string> = {}): Promise<Response> =>
  fetch(`${url}/v1/tts`, {
    method: 'POST',
    headers: { ...headers, ...more },
    body: JSON.stringify({ text: `Call ${++calls}.`, voiceCode: 'one', ...body }),
  });

it('follow a live call into the engine, in the trace of the caller', async () => {
  const answer = await speak({ mode: 'sync' });
  await answer.arrayBuffer();
  expect(answer.status).toBe(200);
  const [given = '', trace, spanId] = /^00-([0-9a-f]{32})-([0-9a-f]{16})-01$/.exec(
    answer.headers.get('traceparent') ?? '',
  ) ?? ['', '', ''];
  expect([given.length, trace]).toEqual([55, TRACE]);
  const found = await tracedAs(TRACE, ['POST /v1/tts', 'synthesize']);
  const call = found.find(({ name }) => name === 'POST /v1/tts');
  expect([call?.spanId, call?.parentSpanId]).toEqual([spanId, CALLER]);
  expect(attributeOf(call, 'http.route')).toBe('/v1/tts');
  expect(Number(attributeOf(call, 'http.response.status_code'))).toBe(200);
  const unit = found.find(({ name }) => name === 'synthesize');
  expect(unit?.parentSpanId).toBe(spanId);
  expect(Number(attributeOf(unit, 'parlance.characters'))).toBe('Call 1.'.length);
  expect(new Set(services)).toEqual(new Set(['speech-of-a-test']));
});

it('follow a batch job through the queue and the engine to its webhook', async () => {
  const traceId = 'a'.repeat(32);
  const answer = await speak(
    { mode: 'async', webhookUrl: `${hookUrl}/done` },
    { traceparent: `00-${traceId}-${CALLER}-01` },
  );
  expect(answer.status).toBe(200);
  const found = await tracedAs(traceId, [
    'POST /v1/tts',
    'job synthesis',
    'synthesize',
    'job webhook-delivery',
    'webhook',
  ]);
  const idOf = (name: string): string | undefined => found.find((span) => span.name === name)?.spanId;
  const parentOf = (name: string): string | undefined =>
    found.find((span) => span.name === name)?.parentSpanId;
  expect(parentOf('job synthesis')).toBe(idOf('POST /v1/tts'));
  expect(parentOf('synthesize')).toBe(idOf('job synthesis'));
  expect(parentOf('job webhook-delivery')).toBe(idOf('job synthesis'));
  expect(parentOf('webhook')).toBe(idOf('job webhook-delivery'));
  expect(hooks).toHaveLength(1);
  expect(hooks[0]?.traceparent).toBe(`00-${traceId}-${idOf('webhook')}-01`);
});

it('follow a live session from its upgrade into the recognizer', async () => {
  const traceId = 'd'.repeat(32);
  const { authorization = '', 'app-id': appId = '' } = headers;
  const socket = new WebSocket(`${url.replace('http', 'ws')}${REALTIME_PATH}`, {
    headers: { authorization, 'app-id': appId, traceparent: `00-${traceId}-${CALLER}-01` },
  });
  const received: string[] = [];
  socket.on('message', (content: Buffer) => {
    const { type } = JSON.parse(content.toString()) as { readonly type: string };
    received.push(type);
    if (type !== 'READY') return;
    socket.send(Buffer.from(encodePcm16(speech())));
    socket.send(JSON.stringify({ type: 'DONE' }));
  });
  await once(socket, 'open');
  socket.send(
    JSON.stringify({
      type: 'STREAMING_CONFIG',
      config: { sampleRateHertz: 16_000, sampleSizeByte: 2, channel: 1 },
    }),
  );
  await once(socket, 'close');
  expect(received).toContain('FINAL_RESULT');
  const found = await tracedAs(traceId, [`WS ${REALTIME_PATH}`, 'recognize']);
  const session = found.find(({ name }) => name.startsWith('WS '));
  expect(session?.parentSpanId).toBe(CALLER);
  for (const unit of found.filter(({ name }) => name === 'recognize'))
    expect(unit.parentSpanId).toBe(session?.spanId);
});

/** Half a second that the fake detector treats as speech, followed by silence. */
function speech(): Float32Array {
  const samples = new Float32Array(32_000);
  samples.set(tone({ frequencyHz: 200, sampleRateHz: 16_000, lengthSamples: 8000 }), 4000);
  return samples;
}

it('begin at the service if a caller names none, or an invalid one', async () => {
  const answer = await speak({ mode: 'sync' }, { traceparent: '00-nonsense' });
  await answer.arrayBuffer();
  const traceId = answer.headers.get('traceparent')?.split('-')[1] ?? '';
  expect(traceId).toMatch(/^[0-9a-f]{32}$/);
  const found = await tracedAs(traceId, ['POST /v1/tts', 'synthesize']);
  expect(found.find(({ name }) => name === 'POST /v1/tts')?.parentSpanId ?? '').toBe('');
});

it('exclude calls that the caller does not sample, and probes', async () => {
  const traceId = 'b'.repeat(32);
  const answer = await speak({ mode: 'sync' }, { traceparent: `00-${traceId}-${CALLER}-00` });
  await answer.arrayBuffer();
  expect(answer.headers.get('traceparent')).toMatch(new RegExp(`^00-${traceId}-.*-00$`));
  const probe = await fetch(`${url}/readyz`, { headers });
  expect(probe.headers.get('traceparent')).toBeNull();
  // A later span has arrived, so these would have arrived before it.
  const last = await speak({ mode: 'sync' }, { traceparent: `00-${'c'.repeat(32)}-${CALLER}-01` });
  await last.arrayBuffer();
  await tracedAs('c'.repeat(32), ['POST /v1/tts', 'synthesize']);
  expect(spans.filter((span) => span.traceId === traceId)).toEqual([]);
  expect(spans.filter(({ name }) => name.includes('readyz'))).toEqual([]);
});

it.each([
  [{ OTEL_TRACES_SAMPLER: 'sometimes' }, 'OTEL_TRACES_SAMPLER'],
  [{ OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '2' }, 'OTEL_TRACES_SAMPLER_ARG'],
  [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER'],
  [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' }, 'OTEL_EXPORTER_OTLP_PROTOCOL'],
])('are refused with invalid settings: %j', (environment, option) => {
  expect(() => startTracing({ serviceName: 'p', serviceVersion: '0', environment })).toThrow(option);
});
