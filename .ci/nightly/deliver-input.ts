import { once } from 'node:events';
import {
  type ClientRequest,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
} from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { WebSocket } from 'ws';
import { FORM_BOUNDARY, type Input, type Kind, type Message, TOKEN_PLACE } from './inputs.ts';

/** Where inputs go: a service with every dialect. */
export interface Target {
  readonly url: string;
  readonly appId: string;
  readonly token: string;
  /** Of the dialects without HTTP. */
  readonly ports: { readonly wyoming: number; readonly asterisk: number };
  /** How long a request whose body stalls stays open after its answer: longer than the service waits for more of a body. */
  readonly stallMs: number;
}

/** No answer after this long is a fault; a machine that others share may be slow. */
const PATIENCE_MS = 120_000;
/** Of a body that stops in the middle: what is announced and never comes. */
const MISSING_BYTES = 5;
/** Statuses that are no fault: whatever is the caller's, and load. */
const isExpected = (status: number): boolean => (status >= 200 && status < 500) || status === 503;
/** What the server says of itself when something went wrong that nobody foresaw. */
const OUR_FAULT = /"(?:code|type)":"(?:INTERNAL|INTERNAL_SERVER_ERROR|internal_error)"/;
/** `Internal error` of WebSocket. */
const INTERNAL_CLOSE = 1011;

/** @returns what was wrong with how the service took it; `undefined`: nothing */
export async function deliverInput(target: Target, input: Input): Promise<string | undefined> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  try {
    if (input.kind.startsWith('http-')) return await sendRequest(target, input, patience);
    if (input.kind === 'wyoming' || input.kind === 'asterisk')
      return await sendBytes(target.ports[input.kind], input, patience);
    return await sendMessages(target, input, patience);
  } catch (error) {
    if (patience.aborted) return `no end after ${PATIENCE_MS / 1000} seconds`;
    return `failed: ${(error as Error).message}`;
  }
}

const bytesOf = (message: Message): Buffer =>
  'text' in message ? Buffer.from(message.text) : Buffer.from(message.base64, 'base64');

async function sendRequest(target: Target, input: Input, signal: AbortSignal): Promise<string | undefined> {
  const { request = '', messages, ending } = input;
  const [method = '', path = ''] = request.split(' ');
  const body = Buffer.concat(messages.map(bytesOf));
  const sent = httpRequest(`${target.url}${path}`, {
    method,
    headers: headersOf(target, input, body),
    signal,
  });
  // The server may answer and close before it has read all.
  sent.on('error', () => undefined);
  if (ending === undefined) {
    sent.end(body);
    return faultOf(sent, signal);
  }
  const closed = once(sent, 'close', { signal });
  closed.catch(() => undefined);
  const written = new Promise((resolve) => sent.write(body, resolve));
  sent.flushHeaders();
  if (ending === 'stalls') {
    const fault = await faultOf(sent, signal).catch(() => {
      signal.throwIfAborted();
      // To cut the request off is an end as well.
      return undefined;
    });
    await Promise.race([closed, delay(target.stallMs, undefined, { signal })]);
    sent.destroy();
    return fault;
  }
  await Promise.race([written, closed]);
  sent.destroy();
  return undefined;
}

function headersOf({ token, appId }: Target, { kind, ending }: Input, body: Buffer): OutgoingHttpHeaders {
  const isJson = kind === 'http-json' || (kind === 'http-address' && ending !== undefined);
  return {
    authorization: `Bearer ${token}`,
    'app-id': appId,
    ...(kind === 'http-form' && { 'content-type': `multipart/form-data; boundary=${FORM_BOUNDARY}` }),
    ...(isJson && { 'content-type': 'application/json' }),
    ...(ending !== undefined && { 'content-length': body.length + MISSING_BYTES }),
  };
}

/** Reads the whole answer. */
async function faultOf(sent: ClientRequest, signal: AbortSignal): Promise<string | undefined> {
  const [answer] = (await once(sent, 'response', { signal })) as [IncomingMessage];
  const status = answer.statusCode ?? 0;
  const isJson = answer.headers['content-type']?.startsWith('application/json') === true;
  const body = await text(answer);
  if (!isExpected(status)) return `status ${status}: ${body.slice(0, 300)}`;
  if (isJson && sent.method !== 'HEAD' && status !== 304) JSON.parse(body);
  return undefined;
}

const SOCKET_PATHS: Readonly<Partial<Record<Kind, string>>> = {
  'live-recognition': '/v1/stt/realtime',
  'speech-stream': '/v1/tts/stream',
  'openai-realtime': '/v1/realtime?intent=transcription',
  twilio: '/v1/telephony/twilio',
};

/** Sends all, says goodbye unless it leaves, and waits for the end. */
async function sendMessages(
  { url, token, appId }: Target,
  { kind, messages, ending }: Input,
  signal: AbortSignal,
): Promise<string | undefined> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}${SOCKET_PATHS[kind]}`, {
    perMessageDeflate: false,
    headers: { authorization: `Bearer ${token}`, 'app-id': appId },
  });
  let fault: string | undefined;
  socket.on('error', () => undefined);
  socket.on('message', (content: Buffer, isBinary) => {
    if (!isBinary && OUR_FAULT.test(content.toString())) fault ??= content.toString().slice(0, 300);
  });
  const closed = once(socket, 'close', { signal }) as Promise<[number, Buffer]>;
  closed.catch(() => socket.terminate());
  try {
    await once(socket, 'open', { signal });
  } catch (error) {
    socket.terminate();
    throw error;
  }
  for (const message of messages) {
    if (socket.readyState !== socket.OPEN) break;
    const isText = 'text' in message;
    socket.send(isText ? message.text.replace(TOKEN_PLACE, token) : bytesOf(message), { binary: !isText });
  }
  if (ending === undefined) socket.close(1000);
  else socket.terminate();
  const [code, reason] = await closed;
  return code === INTERNAL_CLOSE ? `closed with ${code} ${reason}` : fault;
}

async function sendBytes(
  port: number,
  { messages, ending }: Input,
  signal: AbortSignal,
): Promise<string | undefined> {
  const socket = connect(port, '127.0.0.1');
  let heard = '';
  socket.setEncoding('latin1');
  socket.on('error', () => undefined);
  socket.on('data', (piece) => {
    // Of audio the beginning is enough: errors are told before it or alone.
    if (heard.length < 100_000) heard += piece;
  });
  const closed = once(socket, 'close', { signal });
  closed.catch(() => socket.destroy());
  await once(socket, 'connect', { signal });
  for (const message of messages) if (socket.writable) socket.write(bytesOf(message));
  if (ending === undefined) socket.end();
  else socket.destroy();
  await closed;
  return OUR_FAULT.exec(heard)?.[0];
}
