import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { encodeG711 } from '@parlance/core/audio';
import { type CreateSpeechOptions, createSpeech } from '@parlance/runtime';
import { type CallOptions, createTwilioEndpoint, TWILIO_PATH } from '@parlance/telephony';
import { fakeEngines, tone } from '@parlance/testkit';
import { WebSocket } from 'ws';

export const RATE_HZ = 8000;
export const CALL_SID = 'CA00000000000000000000000000000001';
const STREAM_SID = 'MZ00000000000000000000000000000001';

/** A service with fake engines, or those of the options, with Twilio's endpoint on a free port. */
export async function serveCalls({
  speech: options,
  app: limits = {},
  ...callOptions
}: {
  readonly speech?: CreateSpeechOptions;
  readonly app?: object;
} & Partial<Omit<CallOptions, 'service'>> = {}) {
  const engines = fakeEngines({
    voiceCodes: ['fake'],
    recognition: { script: { hear: () => 'Hello there.' } },
  });
  const speech = await createSpeech(options ?? engines.options);
  const server = createServer();
  const endpoint = createTwilioEndpoint({ service: speech.service, ...callOptions });
  endpoint.attach(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const created = await speech.service.createApp({ name: 'calls', ...limits });
  return {
    speech,
    service: speech.service,
    endpoint,
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}${TWILIO_PATH}`,
    token: created.token,
    app: created.app,
    openSessions: async () => (await speech.service.admin?.getLiveState())?.sessions.open,
    async [Symbol.asyncDispose]() {
      await endpoint.close();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await speech.close();
    },
  };
}
export type CallServer = Awaited<ReturnType<typeof serveCalls>>;

export interface TwilioMessage {
  readonly event: string;
  readonly streamSid: string;
  readonly media?: { readonly payload: string };
  readonly mark?: { readonly name: string };
}

/** Twilio's side of a media stream: sends the messages of a call and records the answers. Marks are returned at once, or when they are released. */
export function dial({ url }: Pick<CallServer, 'url'>, { holdsMarks = false } = {}) {
  const socket = new WebSocket(url, { perMessageDeflate: false });
  const messages: TwilioMessage[] = [];
  const heldMarks: string[] = [];
  const waiting = new Set<() => void>();
  const early: string[] = [];
  let sequence = 0;
  let holds = holdsMarks;
  let closing: { readonly code: number; readonly reason: string } | undefined;
  const look = (): void => {
    for (const one of [...waiting]) one();
  };
  const raw = (content: string | Buffer): void => {
    if (socket.readyState === WebSocket.CONNECTING) early.push(String(content));
    else if (socket.readyState === WebSocket.OPEN) socket.send(content);
  };
  const send = (event: string, members: object = {}): void =>
    raw(JSON.stringify({ event, sequenceNumber: String(++sequence), streamSid: STREAM_SID, ...members }));
  const giveMark = (name: string): void => send('mark', { mark: { name } });
  const closed = new Promise<{ readonly code: number; readonly reason: string }>((resolve) => {
    socket.on('close', (code, reason) => {
      closing = { code, reason: reason.toString() };
      resolve(closing);
      look();
    });
  });
  socket.on('error', () => undefined);
  socket.on('open', () => {
    for (const content of early.splice(0)) socket.send(content);
  });
  socket.on('message', (content: Buffer) => {
    const message = JSON.parse(content.toString()) as TwilioMessage;
    messages.push(message);
    if (message.mark !== undefined) {
      if (holds) heldMarks.push(message.mark.name);
      else giveMark(message.mark.name);
    }
    look();
  });
  return {
    socket,
    messages,
    closed,
    send,
    raw,
    giveMark,
    heldMarks,
    start(customParameters: object, mediaFormat: object = {}) {
      raw(JSON.stringify({ event: 'connected', protocol: 'Call', version: '1.0.0' }));
      const format = { encoding: 'audio/x-mulaw', sampleRate: RATE_HZ, channels: 1, ...mediaFormat };
      const start = {
        accountSid: 'AC1',
        streamSid: STREAM_SID,
        callSid: CALL_SID,
        tracks: ['inbound'],
        mediaFormat: format,
        customParameters,
      };
      send('start', { start });
    },
    /** Sends µ-law in chunks of 20 ms, like Twilio. */
    speak(codes: Uint8Array, track = 'inbound') {
      for (let at = 0; at < codes.length; at += 160) {
        const payload = Buffer.from(codes.subarray(at, at + 160)).toString('base64');
        send('media', { media: { track, chunk: String(at / 160 + 1), timestamp: String(at / 8), payload } });
      }
    },
    releaseMarks() {
      holds = false;
      for (const name of heldMarks.splice(0)) giveMark(name);
    },
    /** The µ-law bytes that were sent to the caller so far. */
    heard: () =>
      Buffer.concat(messages.flatMap(({ media }) => (media ? [Buffer.from(media.payload, 'base64')] : []))),
    told: () => messages.map(({ event }) => event),
    /** Resolves with so many messages of the kind; rejects if the connection is closed before. */
    until: (event: string, count = 1) =>
      new Promise<TwilioMessage>((resolve, reject) => {
        const check = (): void => {
          const found = messages.filter((message) => message.event === event)[count - 1];
          if (found === undefined && closing === undefined) return;
          waiting.delete(check);
          if (found !== undefined) resolve(found);
          else reject(new Error(`closed with ${closing?.code} ${closing?.reason} before ${event}`));
        };
        waiting.add(check);
        check();
      }),
  };
}

const codesOf = (seconds: number, amplitude: number): Uint8Array => {
  const samples = tone({ frequencyHz: 220, sampleRateHz: RATE_HZ, lengthSamples: seconds * RATE_HZ });
  return encodeG711(
    'mu-law',
    new Uint8Array(Int16Array.from(samples, (sample) => sample * amplitude).buffer),
  );
};
export const voice = (seconds: number): Uint8Array => codesOf(seconds, 20_000);
export const silence = (seconds: number): Uint8Array => codesOf(seconds, 0);
