import { createHmac } from 'node:crypto';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createSpeechServer, type SpeechServer } from '@parlance/http';
import { openaiHttp } from '@parlance/openai';
import { createSpeech, type Speech } from '@parlance/runtime';
import { fakeEngines } from '@parlance/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const FOLDER = join(import.meta.dirname, '../../docs/examples/n8n');
const HEARD = 'What was said.';

interface WorkflowNode {
  readonly name: string;
  readonly type: string;
  readonly parameters: Record<string, unknown>;
}

interface Workflow {
  readonly nodes: readonly WorkflowNode[];
  readonly connections: Readonly<
    Record<string, { readonly main: readonly (readonly { readonly node: string }[])[] }>
  >;
}

/** What a node hands to the next one: JSON, and the file `data`. */
interface Item {
  readonly json: Record<string, unknown>;
  readonly file?: Blob;
}

function readWorkflow(name: string): Workflow {
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
}

function nodeOf(workflow: Workflow, name: string): WorkflowNode {
  const node = workflow.nodes.find((known) => known.name === name);
  if (node === undefined) throw new Error(`the workflow has no node ${name}`);
  return node;
}

/** An expression of n8n is JavaScript in `{{ }}`; one that is all of a value keeps its type. */
function evaluate(value: unknown, settings: Item['json'], item: Item): unknown {
  if (typeof value !== 'string' || !value.startsWith('=')) return value;
  const node = (name: string): unknown => {
    expect(name).toBe('Settings');
    return { first: () => ({ json: settings }) };
  };
  const run = (code: string): unknown => new Function('$', '$json', `return ${code}`)(node, item.json);
  const [, whole] = /^=\{\{(.*)\}\}$/s.exec(value) ?? [];
  if (whole !== undefined) return run(whole);
  return value.slice(1).replaceAll(/\{\{(.*?)\}\}/g, (_, code: string) => String(run(code)));
}

/** The request of an HTTP Request node, as n8n makes it of the node's parameters. */
function requestOf(
  { parameters }: WorkflowNode,
  settings: Item['json'],
  item: Item,
): readonly [string, RequestInit] {
  const of = (name: string): unknown => evaluate(parameters[name], settings, item);
  const url = String(of('url'));
  const method = String(of('method') ?? 'GET');
  if (parameters.sendBody !== true) return [url, { method }];
  if (parameters.contentType !== 'multipart-form-data') {
    const headers = { 'content-type': 'application/json' };
    return [url, { method, headers, body: JSON.stringify(of('jsonBody')) }];
  }
  const body = new FormData();
  const { parameters: fields } = parameters.bodyParameters as {
    parameters: readonly Record<string, string>[];
  };
  for (const { name = '', value = '', parameterType } of fields) {
    if (parameterType !== 'formBinaryData') body.set(name, value);
    else if (item.file !== undefined) body.set(name, item.file, 'data');
  }
  return [url, { method, body }];
}

/** The request of an OpenAI node with the resource Audio. */
function openaiRequestOf(
  { parameters }: WorkflowNode,
  settings: Item['json'],
  item: Item,
): readonly [string, RequestInit] {
  const base = `${settings.server}/v1/audio`;
  if (parameters.operation === 'generate') {
    const { model, voice } = parameters;
    const input = evaluate(parameters.input, settings, item);
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ model, input, voice, response_format: 'mp3', speed: 1 });
    return [`${base}/speech`, { method: 'POST', headers, body }];
  }
  expect(parameters.operation).toBe('transcribe');
  const body = new FormData();
  body.set('model', 'whisper-1');
  body.set('file', item.file ?? new Blob([]), 'audio.mp3');
  return [`${base}/transcriptions`, { method: 'POST', body }];
}

/** Runs the part of a Code node that stands in the workflow. */
function runCode({ parameters }: WorkflowNode, secret: string, webhook: Delivery): Promise<readonly Item[]> {
  const AsyncFunction = (async () => {}).constructor as FunctionConstructor;
  const code = String(parameters.jsCode).replace('whsec_PUT_THE_SECRET_HERE', secret);
  const helpers = { getBinaryDataBuffer: async () => webhook.body };
  const input = { first: () => ({ json: { headers: webhook.headers } }) };
  return AsyncFunction('$input', 'require', code).call({ helpers }, input, createRequire(import.meta.url));
}

interface Delivery {
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

describe('the n8n workflows of docs/examples', () => {
  let speech: Speech;
  let server: SpeechServer;
  let settings: Item['json'];
  let credentials: Record<string, string>;
  let secret: string;
  const delivered = Promise.withResolvers<Delivery>();
  const receiver = createServer(async (request, response) => {
    delivered.resolve({ headers: request.headers, body: await buffer(request) });
    response.writeHead(204).end();
  });

  beforeAll(async () => {
    const { options } = fakeEngines({ voiceCodes: ['joe'], recognition: { script: { texts: [HEARD] } } });
    speech = await createSpeech({ ...options, allowNetworks: ['127.0.0.0/8'] });
    server = await createSpeechServer({ service: speech.service });
    await server.fastify.register(openaiHttp, { service: speech.service });
    const { url } = await server.listen({ port: 0 });
    receiver.listen(0, '127.0.0.1');
    await once(receiver, 'listening');
    const { app, token } = await speech.service.createApp({ name: 'n8n' });
    secret = app.webhookSecret;
    credentials = { authorization: `Bearer ${token}`, 'app-id': app.appId };
    const { port } = receiver.address() as AddressInfo;
    settings = {
      server: url,
      webhookUrl: `http://127.0.0.1:${port}/webhook/parlance`,
      text: 'What is said.',
    };
  });
  afterAll(async () => {
    receiver.close();
    await server?.close();
    await speech?.close();
  });

  async function send(node: WorkflowNode, item: Item): Promise<Item> {
    const isOpenai = node.type.endsWith('.openAi');
    const [url, init] = (isOpenai ? openaiRequestOf : requestOf)(node, settings, item);
    const headers = { ...credentials, ...(init.headers as Record<string, string>) };
    const answer = await fetch(url, { ...init, headers });
    const type = answer.headers.get('content-type') ?? '';
    expect([node.name, answer.status]).toEqual([node.name, 200]);
    if (type.startsWith('audio/')) return { json: {}, file: await answer.blob() };
    return { json: (await answer.json()) as Item['json'] };
  }

  it('speak and transcribe: the server answers each request', async () => {
    const workflow = readWorkflow('speak-and-transcribe.json');
    const assigned = nodeOf(workflow, 'Settings').parameters.assignments as {
      assignments: readonly { name: string }[];
    };
    expect(assigned.assignments.map(({ name }) => name).sort()).toEqual(Object.keys(settings).sort());
    const texts: Record<string, unknown> = {};
    const run = async (name: string, item: Item): Promise<void> => {
      const sent = await send(nodeOf(workflow, name), item);
      texts[name] = sent.json.text ?? sent.json.transcript ?? sent.json.status ?? sent.file?.type;
      await runAfter(name, sent);
    };
    const runAfter = async (name: string, item: Item): Promise<void> => {
      for (const { node } of workflow.connections[name]?.main.flat() ?? []) await run(node, item);
    };
    await runAfter('Settings', { json: settings });
    expect(texts).toEqual({
      'Generate audio': 'audio/mpeg',
      'Transcribe a recording': HEARD,
      'Speak with a voice by name': 'audio/mpeg',
      'Transcribe with times': HEARD,
      'Speak at once': 'audio/wav',
      'Transcribe WAV': HEARD,
      'Speak a long text': 'PROCESSING',
    });
  });

  it('receive a webhook: a real one passes and its audio is fetched, an altered or old one is refused', async () => {
    const workflow = readWorkflow('receive-webhook.json');
    const verify = nodeOf(workflow, 'Verify the signature');
    const webhook = await delivered.promise;
    const [item] = await runCode(verify, secret, webhook);
    expect(item?.json).toMatchObject({ status: 'SUCCESS', webhookId: webhook.headers['webhook-id'] });
    const [url, init] = requestOf(nodeOf(workflow, 'Fetch the audio'), settings, item ?? { json: {} });
    // The link is relative, as this server has no public address.
    const audio = await fetch(new URL(url, String(settings.server)), init);
    expect([audio.status, audio.headers.get('content-type')]).toEqual([200, 'audio/mpeg']);

    const altered = { ...webhook, body: Buffer.from(String(webhook.body).replace('SUCCESS', 'FAILURE')) };
    await expect(runCode(verify, secret, altered)).rejects.toThrow('not from Parlance');
    const headers: IncomingHttpHeaders = { ...webhook.headers, 'webhook-timestamp': '1700000000' };
    const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
    const signature = createHmac('sha256', key).update(`${headers['webhook-id']}.1700000000.${webhook.body}`);
    headers['webhook-signature'] = `v1,${signature.digest('base64')}`;
    await expect(runCode(verify, secret, { ...webhook, headers })).rejects.toThrow('it is old');
  });
});
