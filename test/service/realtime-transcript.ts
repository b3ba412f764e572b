import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { RunningServer } from '../browser/running-server.ts';
import { spoken } from '../browser/spoken-file.ts';

/** A message as it stood on the wire; of audio only how much there was. */
export interface RecordedMessage {
  readonly from: 'client' | 'server';
  readonly message: Readonly<Record<string, unknown>> & { readonly type: string };
}

export const TRANSCRIPT_FILE = new URL('../../fixtures/realtime-session.json', import.meta.url);
/** What is said in it, by a voice that says it the same way every time. */
export const SENTENCES = [
  'The quick brown fox jumps over the lazy dog.',
  'Every message stands in this transcript.',
];

const RATE_HZ = 16_000;
const CHUNK_BYTES = 3200;
const CHUNK_MS = 100;
/** Ends an utterance. */
const PAUSE_SECONDS = 1.5;

export function readTranscript(): readonly RecordedMessage[] {
  return JSON.parse(readFileSync(TRANSCRIPT_FILE, 'utf8'));
}

/** Holds a session with a running server, at the pace of speech. @returns all of its messages, in the order of the client's clock */
export async function recordTranscript(server: RunningServer): Promise<readonly RecordedMessage[]> {
  const audio = await audioOf(server);
  const query = new URLSearchParams({ token: server.token, appId: server.appId });
  const socket = new WebSocket(`${server.url.replace(/^http/, 'ws')}/v1/stt/realtime?${query}`);
  const recorded: RecordedMessage[] = [];
  const ready = Promise.withResolvers<void>();
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data));
    recorded.push({ from: 'server', message });
    if (message.type === 'READY') ready.resolve();
    if (message.type === 'ERROR') ready.reject(new Error(String(data)));
  });
  const closed = once(socket, 'close');
  closed.then(() => ready.reject(new Error('The server closed before READY.')));
  const send = (message: RecordedMessage['message'], shown = message): void => {
    recorded.push({ from: 'client', message: shown });
    socket.send(JSON.stringify(message));
  };
  await once(socket, 'open');
  send({
    type: 'STREAMING_CONFIG',
    config: {
      sampleRateHertz: RATE_HZ,
      sampleSizeByte: 2,
      channel: 1,
      interimResults: true,
      sessionId: 'my-call-1',
      vadConfig: { noInputTimeoutMs: 5000, speechCompleteTimeoutMs: 800 },
    },
  });
  await ready.promise;
  for (let at = 0; at < audio.length; at += CHUNK_BYTES) {
    const chunk = audio.subarray(at, at + CHUNK_BYTES);
    const audioContent = chunk.toString('base64');
    send(
      { type: 'AUDIO_CHUNK', audioContent },
      { type: 'AUDIO_CHUNK', audioContent: `<${chunk.length} bytes>` },
    );
    await pause(CHUNK_MS);
  }
  send({ type: 'PING' });
  send({ type: 'DONE' });
  await closed;
  return recorded;
}

async function audioOf(server: RunningServer): Promise<Buffer> {
  const silence = Buffer.alloc(PAUSE_SECONDS * RATE_HZ * 2);
  const said = await Promise.all(SENTENCES.map((sentence) => spoken(server, sentence, 'slt')));
  return Buffer.concat(said.flatMap((pcm) => [pcm, silence]));
}

/** A transcript in a few lines: `>` is the client. Of audio the first chunk is shown, of interims the first and the last. */
export function renderTranscript(transcript: readonly RecordedMessage[]): string {
  const firstChunk = transcript.find(({ message }) => message.type === 'AUDIO_CHUNK');
  const told = transcript.filter(
    (recorded) => recorded.message.type !== 'AUDIO_CHUNK' || recorded === firstChunk,
  );
  const isInterim = (recorded: RecordedMessage | undefined): boolean =>
    recorded?.message.type === 'INTERIM_RESULT';
  const lines = told.map((recorded, at) => {
    if (isInterim(recorded) && isInterim(told[at - 1]) && isInterim(told[at + 1])) return '…';
    return `${recorded.from === 'client' ? '>' : '<'} ${JSON.stringify(recorded.message)}`;
  });
  return lines.filter((line, at) => line !== '…' || lines[at - 1] !== '…').join('\n');
}
