import { getEventListeners } from 'node:events';
import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type AudioSource, createParlanceClient, type ListenOptions } from '../src/index.ts';
import type { AudioPiece } from '../src/live/pcm.ts';
import { SCRIPTED, ScriptedSocket } from './support/scripted-socket.ts';

const RATE_HZ = 16_000;
/** 100 ms. */
const CHUNK_BYTES = 3200;

const client = createParlanceClient({
  url: 'https://host/base',
  appId: 'an app',
  token: 's&cret',
  WebSocket: SCRIPTED,
});

const failure = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => undefined,
    (error: unknown) => error,
  );

function socketOf(): ScriptedSocket {
  const socket = ScriptedSocket.opened.at(-1);
  if (socket === undefined) throw new TypeError('No socket was opened.');
  return socket;
}

async function* from(pieces: readonly AudioPiece[]): AsyncGenerator<AudioPiece> {
  yield* pieces;
}

/** A session that the server took, with the audio sent as far as it goes. */
function listening(pieces: readonly AudioPiece[], options: Partial<ListenOptions> = {}) {
  const session = client.listen(from(pieces), { sampleRateHz: RATE_HZ, ...options });
  const events = Array.fromAsync(session);
  const socket = socketOf();
  socket.accept();
  socket.say({ type: 'READY', sessionId: 'one' });
  return { session, events, socket };
}

beforeEach(() => {
  vi.useFakeTimers();
  ScriptedSocket.opened = [];
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a connection', () => {
  it('is opened with the token, and sends the first message', async () => {
    const { session, socket } = listening([], {
      interimResults: true,
      speechCompleteTimeoutMs: 700,
      sessionId: 'mine',
    });
    const query = new URLSearchParams({ token: 's&cret', appId: 'an app' });
    expect(socket.url).toBe(`wss://host/base/v1/stt/realtime?${query}`);
    expect(socket.binaryType).toBe('arraybuffer');
    expect(socket.sent[0]).toEqual({
      type: 'STREAMING_CONFIG',
      config: {
        sampleRateHertz: RATE_HZ,
        sampleSizeByte: 2,
        channel: 1,
        interimResults: true,
        sessionId: 'mine',
        vadConfig: { speechCompleteTimeoutMs: 700 },
      },
    });
    expect(await session.ready).toBe('one');
  });

  it('is kept alive every 20 seconds, and no longer than it exists', async () => {
    const { socket, events } = listening([]);
    await vi.advanceTimersByTimeAsync(19_999);
    expect(socket.sent.filter(({ type }) => type === 'PING')).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(20_001);
    expect(socket.sent.filter(({ type }) => type === 'PING')).toHaveLength(2);
    socket.say({ type: 'PONG' });
    socket.say({ type: 'STREAM_END' });
    expect(await events).toEqual([]);
    expect(socket.closedWith).toBe(1000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('that is lost is a retryable error, and no error after the end', async () => {
    const lost = listening([]);
    lost.socket.drop();
    expect(await failure(lost.events)).toMatchObject({ code: 'NETWORK', retryable: true });
    // It is closed already.
    expect(lost.socket.closedWith).toBeUndefined();
    const ended = listening([]);
    ended.socket.say({ type: 'STREAM_END' });
    ended.socket.drop();
    expect(await ended.events).toEqual([]);
  });

  it('that cannot be opened is a retryable error, also with sockets that throw errors without a listener', async () => {
    const session = client.listen(from([]), { sampleRateHz: RATE_HZ });
    const events = failure(Array.fromAsync(session));
    socketOf().fault();
    expect(await events).toMatchObject({ code: 'NETWORK', retryable: true });
  });

  it("ends with the server's own error", async () => {
    const { socket, events } = listening([]);
    const error = { code: 'STT_MAX_CCR_REACHED', message: 'Full.', retryable: true, stage: 'AUTHENTICATING' };
    socket.say({ type: 'ERROR', ...error });
    expect(await failure(events)).toMatchObject(error);
    expect(socket.closedWith).toBe(1000);
  });

  it('has no time limit once it is ready, and no timer left if it ends before', async () => {
    const { socket, events } = listening([], { readyTimeoutMs: 1000 });
    await vi.advanceTimersByTimeAsync(5000);
    expect(socket.closedWith).toBeUndefined();
    socket.say({ type: 'STREAM_END' });
    expect(await events).toEqual([]);
    const lost = client.listen(from([]), { sampleRateHz: RATE_HZ, readyTimeoutMs: 1000 });
    socketOf().drop();
    expect(await failure(lost.ready)).toMatchObject({ message: 'The connection was lost.' });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('is closed after an ERROR though nobody iterates', async () => {
    const session = client.listen(from([]), { sampleRateHz: RATE_HZ });
    const socket = socketOf();
    socket.accept();
    socket.say({
      type: 'ERROR',
      code: 'UNAUTHORIZED',
      message: 'No.',
      retryable: false,
      stage: 'AUTHENTICATING',
    });
    expect(await failure(session.ready)).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(socket.closedWith).toBe(1000);
  });

  it.each(['<html>', ''])('to something that does not send JSON is closed: %j', async (said) => {
    const { socket, events } = listening([]);
    socket.say(said);
    expect(await failure(events)).toMatchObject({ code: 'PROTOCOL', retryable: false });
  });

  it('returns everything before the end, even if it is read later', async () => {
    const { socket, events } = listening([]);
    socket.say({ type: 'FINAL_RESULT', text: 'one' });
    socket.say({ type: 'INTERIM_RESULT', text: 'two' });
    socket.say({ type: 'SOMETHING_NEW' });
    socket.say({ type: 'STREAM_END' });
    expect(await events).toEqual([
      { type: 'FINAL_RESULT', text: 'one' },
      { type: 'INTERIM_RESULT', text: 'two' },
    ]);
  });

  it('of a call that is aborted ends at once with the reason, and leaves no listener', async () => {
    const stop = new AbortController();
    const { session, socket, events } = listening([], { signal: stop.signal });
    await session.ready;
    stop.abort(new Error('enough'));
    expect(await failure(events)).toMatchObject({ message: 'enough' });
    expect(socket.closedWith).toBe(1000);
    expect(vi.getTimerCount()).toBe(0);
    const other = new AbortController();
    const ended = listening([], { signal: other.signal });
    expect(getEventListeners(other.signal, 'abort')).toHaveLength(1);
    ended.socket.say({ type: 'STREAM_END' });
    await ended.events;
    expect(getEventListeners(other.signal, 'abort')).toEqual([]);
  });

  it('is not waited for if the call was aborted before', async () => {
    const session = client.listen(from([]), {
      sampleRateHz: RATE_HZ,
      signal: AbortSignal.abort(new Error('too late')),
    });
    expect(await failure(session.ready)).toMatchObject({ message: 'too late' });
    expect(await failure(Array.fromAsync(session))).toMatchObject({ message: 'too late' });
    const socket = socketOf();
    socket.accept();
    expect(socket.closedWith).toBe(1000);
  });
});

describe('a session that reconnects', () => {
  const times = { startTime: 0, endTime: 1, startVoiceTime: 0, endVoiceTime: 1 };
  const interim = { type: 'INTERIM_RESULT', text: 'so', isFinal: false, stability: 1, ...times };
  const final = (speechType: string) => ({ type: 'FINAL_RESULT', text: speechType, speechType, ...times });
  const begin = (socket: ScriptedSocket) => {
    socket.accept();
    socket.say({ type: 'READY', sessionId: 'one' });
  };
  const error = (code: string, retryable: boolean) => ({
    type: 'ERROR',
    code,
    message: code,
    retryable,
    stage: 'STREAMING',
  });

  it('waits longer after each failure, and sends audio without a final again', async () => {
    const { socket, events } = listening([new Uint8Array(CHUNK_BYTES)], { reconnect: true });
    await vi.advanceTimersByTimeAsync(0);
    socket.say(interim);
    socket.drop();
    await vi.advanceTimersByTimeAsync(249);
    expect(ScriptedSocket.opened).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(251);
    expect(ScriptedSocket.opened).toHaveLength(2);
    socketOf().drop();
    await vi.advanceTimersByTimeAsync(499);
    expect(ScriptedSocket.opened).toHaveLength(2);
    await vi.advanceTimersByTimeAsync(501);
    expect(ScriptedSocket.opened).toHaveLength(3);
    begin(socketOf());
    await vi.advanceTimersByTimeAsync(0);
    expect(socketOf().chunks).toEqual([Buffer.alloc(CHUNK_BYTES)]);
    socketOf().say({ type: 'STREAM_END' });
    expect(await events).toEqual([interim]);
  });

  it('stops waiting when it is aborted', async () => {
    const stop = new AbortController();
    const { socket, events } = listening([], { reconnect: true, signal: stop.signal });
    const ended = failure(events);
    socket.drop();
    await vi.advanceTimersByTimeAsync(0);
    stop.abort(new Error('enough'));
    expect(await ended).toMatchObject({ message: 'enough' });
    expect([vi.getTimerCount(), ScriptedSocket.opened.length]).toEqual([0, 1]);
  });

  it('follows a session at its maximum duration at once, and gives up if the next ends in the same way', async () => {
    const { socket, events } = listening([], { reconnect: true });
    const ended = failure(events);
    socket.say(error('SESSION_TIMEOUT', false));
    await vi.advanceTimersByTimeAsync(0);
    expect(ScriptedSocket.opened).toHaveLength(2);
    begin(socketOf());
    socketOf().say(error('SESSION_TIMEOUT', false));
    expect(await ended).toMatchObject({ code: 'SESSION_TIMEOUT' });
  });

  it('reports silence once, and not again for what a later session got after the last utterance', async () => {
    const { socket, events } = listening([new Uint8Array(20 * CHUNK_BYTES)], { reconnect: true });
    await vi.advanceTimersByTimeAsync(0);
    for (const type of ['no-speech', 'detected-speech', 'no-speech']) socket.say(final(type));
    socket.say({ type: 'STREAM_END' });
    expect((await events).map(({ text }) => text)).toEqual(['no-speech', 'detected-speech']);
  });

  it('ends with its loop, and releases its source', async () => {
    let isLeft = false;
    async function* endless(): AsyncGenerator<AudioPiece> {
      try {
        for (;;) {
          yield new Uint8Array(CHUNK_BYTES);
          await new Promise((resolve) => setTimeout(resolve, 100));
        }
      } finally {
        isLeft = true;
      }
    }
    const session = client.listen(endless(), { sampleRateHz: RATE_HZ, reconnect: true });
    const reading = (async () => {
      for await (const _event of session) break;
    })();
    const socket = socketOf();
    begin(socket);
    await vi.advanceTimersByTimeAsync(1000);
    socket.say(interim);
    await reading;
    await vi.advanceTimersByTimeAsync(1000);
    expect([socket.closedWith, isLeft, vi.getTimerCount()]).toEqual([1000, true, 0]);
  });
});

describe('the audio of a session', () => {
  it('is sent in chunks of 100 ms, whatever pieces it arrives in, to its last sample', async () => {
    const audio = Buffer.from(Uint8Array.from({ length: 2 * CHUNK_BYTES + 502 }, (_, at) => at % 251));
    // Cut in the middle of samples too.
    const cuts = [0, 1, 1001, 1001, CHUNK_BYTES + 3, audio.length];
    const pieces = cuts.slice(1).map((end, at) => new Uint8Array(audio.subarray(cuts[at], end)));
    const { socket } = listening(pieces);
    await vi.advanceTimersByTimeAsync(0);
    expect(socket.chunks.map((chunk) => chunk.length)).toEqual([CHUNK_BYTES, CHUNK_BYTES, 502]);
    expect(Buffer.concat(socket.chunks).equals(audio)).toBe(true);
    expect(socket.sent.at(-1)).toEqual({ type: 'DONE' });
  });

  it('that ends in the middle of a sample ends with the last whole one', async () => {
    const { socket } = listening([new Uint8Array([1, 2, 3])]);
    await vi.advanceTimersByTimeAsync(0);
    expect(socket.chunks).toEqual([Buffer.from([1, 2])]);
  });

  it('that ends with a chunk sends no empty one', async () => {
    const { socket } = listening([new Uint8Array(CHUNK_BYTES)]);
    await vi.advanceTimersByTimeAsync(0);
    expect(socket.sent.map(({ type }) => type)).toEqual(['STREAMING_CONFIG', 'AUDIO_CHUNK', 'DONE']);
  });

  it('has 16 bits, clamped and never wrapped around', async () => {
    const { socket } = listening([
      new Float32Array([0, 0.5, 1, -1, 2, -2]),
      new Int16Array([1, -2, 32_767, -32_768]),
    ]);
    await vi.advanceTimersByTimeAsync(0);
    const [chunk] = socket.chunks;
    const samples = Array.from({ length: 10 }, (_, at) => chunk?.readInt16LE(2 * at));
    expect(samples).toEqual([0, 16_384, 32_767, -32_768, 32_767, -32_768, 1, -2, 32_767, -32_768]);
  });

  it('pauses while two seconds of it wait in the socket, and continues when there is room', async () => {
    const { socket } = listening([new Uint8Array(CHUNK_BYTES), new Uint8Array(CHUNK_BYTES)]);
    const [twoSeconds] = [(2 * 2 * RATE_HZ * 4) / 3];
    socket.bufferedAmount = Math.ceil(twoSeconds);
    await vi.advanceTimersByTimeAsync(5000);
    expect(socket.chunks).toHaveLength(0);
    socket.bufferedAmount = Math.floor(twoSeconds);
    await vi.advanceTimersByTimeAsync(20);
    expect(socket.chunks).toHaveLength(2);
  });

  it('is not sent once the connection is no longer open', async () => {
    const { socket, events } = listening([new Uint8Array(10 * CHUNK_BYTES)]);
    socket.drop();
    await failure(events);
    await vi.advanceTimersByTimeAsync(100);
    expect(socket.chunks).toEqual([]);
    expect(socket.sent.map(({ type }) => type)).toEqual(['STREAMING_CONFIG']);
  });

  it('that waits in the socket is waited for no longer once the connection is lost', async () => {
    let isLeft = false;
    async function* endless(): AsyncGenerator<AudioPiece> {
      try {
        for (;;) yield new Uint8Array(CHUNK_BYTES);
      } finally {
        isLeft = true;
      }
    }
    const events = failure(Array.fromAsync(client.listen(endless(), { sampleRateHz: RATE_HZ })));
    const socket = socketOf();
    socket.bufferedAmount = 1_000_000;
    socket.accept();
    socket.say({ type: 'READY', sessionId: 'one' });
    await vi.advanceTimersByTimeAsync(1000);
    socket.drop();
    expect(await events).toMatchObject({ code: 'NETWORK' });
    await vi.advanceTimersByTimeAsync(20);
    expect([isLeft, vi.getTimerCount()]).toEqual([true, 0]);
  });

  it('whose source fails ends the session with that error', async () => {
    async function* broken(): AsyncGenerator<AudioPiece> {
      yield new Uint8Array(2);
      throw new RangeError('unplugged');
    }
    const session = client.listen(broken(), { sampleRateHz: RATE_HZ });
    const events = failure(Array.fromAsync(session));
    const socket = socketOf();
    socket.accept();
    socket.say({ type: 'READY', sessionId: 'one' });
    expect(await events).toMatchObject({ message: 'unplugged' });
    expect(socket.closedWith).toBe(1000);
  });

  it('is released if the session ends before it is ready', async () => {
    const left: string[] = [];
    const microphone: AsyncIterable<AudioPiece> = {
      [Symbol.asyncIterator]: () => ({
        next: () => new Promise<never>(() => undefined),
        async return() {
          left.push('microphone');
          return { done: true, value: undefined };
        },
      }),
    };
    const stream = new ReadableStream<AudioPiece>({ cancel: () => void left.push('stream') });
    const file = Readable.from([new Uint8Array(2)]);
    const sources: AudioSource[] = [microphone, stream, file];
    for (const source of sources) {
      const events = failure(Array.fromAsync(client.listen(source, { sampleRateHz: RATE_HZ })));
      socketOf().drop();
      expect(await events).toMatchObject({ code: 'NETWORK' });
    }
    await vi.advanceTimersByTimeAsync(0);
    expect([left, file.destroyed]).toEqual([['microphone', 'stream'], true]);
  });
});

describe('a stream of text', () => {
  const written = (socket: ScriptedSocket) => socket.sent.slice(1);

  it('is held back until the server is ready, and sent in order', async () => {
    const stream = client.speakStream({ voiceCode: 'joe', speed: 1.5 });
    stream.write('one ');
    stream.flush();
    const socket = socketOf();
    socket.accept();
    stream.write('two');
    expect(socket.sent).toEqual([{ type: 'SPEECH_CONFIG', config: { voiceCode: 'joe', speed: 1.5 } }]);
    socket.say({ type: 'READY', sessionId: 'one' });
    await stream.ready;
    stream.cancel();
    stream.end();
    expect(written(socket)).toEqual([
      { type: 'TEXT', text: 'one ' },
      { type: 'FLUSH' },
      { type: 'TEXT', text: 'two' },
      { type: 'CANCEL' },
      { type: 'DONE' },
    ]);
  });

  it('is lost when the server has not answered for two minutes', async () => {
    const stream = client.speakStream();
    const events = failure(Array.fromAsync(stream));
    const socket = socketOf();
    socket.accept();
    socket.say({ type: 'READY', sessionId: 'one' });
    await vi.advanceTimersByTimeAsync(119_999);
    socket.say({ type: 'PONG' });
    await vi.advanceTimersByTimeAsync(100_000);
    expect(socket.closedWith).toBeUndefined();
    await vi.advanceTimersByTimeAsync(1);
    expect(socket.closedWith).toBe(1000);
    expect(await events).toMatchObject({ code: 'NETWORK', retryable: true });
    expect(vi.getTimerCount()).toBe(0);
  });

  it('waits for a server that is not ready, and for one that recognizes, which may stop reading', async () => {
    client.speakStream();
    const speaking = socketOf();
    speaking.accept();
    const { socket } = listening([]);
    await vi.advanceTimersByTimeAsync(600_000);
    expect([speaking.closedWith, socket.closedWith]).toEqual([undefined, undefined]);
  });

  it('is sent in messages of 4096 characters, none of them cut', async () => {
    const stream = client.speakStream();
    const socket = socketOf();
    socket.accept();
    socket.say({ type: 'READY', sessionId: 'one' });
    await stream.ready;
    const text = `${'a'.repeat(4095)}😀${'b'.repeat(4096)}`;
    stream.write(text);
    expect(written(socket).map((message) => Array.from(String(message.text)).length)).toEqual([4096, 4096]);
    expect(
      written(socket)
        .map((message) => message.text)
        .join(''),
    ).toBe(text);
  });

  it('drops half a character whose other half does not arrive before the flush', async () => {
    const stream = client.speakStream();
    const socket = socketOf();
    socket.accept();
    socket.say({ type: 'READY', sessionId: 'one' });
    await stream.ready;
    const [high = ''] = '😀'.split('');
    stream.write(`a${high}`);
    stream.flush();
    stream.write('b');
    expect(written(socket)).toEqual([
      { type: 'TEXT', text: 'a' },
      { type: 'FLUSH' },
      { type: 'TEXT', text: 'b' },
    ]);
  });

  it('ignores what is written after its end, but can be cancelled', async () => {
    const stream = client.speakStream();
    const socket = socketOf();
    socket.accept();
    socket.say({ type: 'READY', sessionId: 'one' });
    await stream.ready;
    stream.write('a');
    stream.end();
    stream.write('b');
    stream.flush();
    stream.end();
    stream.cancel();
    expect(written(socket)).toEqual([{ type: 'TEXT', text: 'a' }, { type: 'DONE' }, { type: 'CANCEL' }]);
  });

  it('returns audio among its messages, in order', async () => {
    const stream = client.speakStream();
    const events = Array.fromAsync(stream);
    const socket = socketOf();
    socket.accept();
    socket.say({ type: 'READY', sessionId: 'one' });
    const spoken = { type: 'SPOKEN', start: 0, end: 1, startTime: 0, endTime: 1 };
    socket.say(spoken);
    socket.say(new Uint8Array([1, 2]).buffer);
    socket.say({ type: 'STREAM_END' });
    expect(await events).toEqual([spoken, { type: 'AUDIO', audio: new Uint8Array([1, 2]) }]);
  });

  it('that the server refuses throws, and written text is not sent', async () => {
    const stream = client.speakStream();
    stream.write('never sent');
    const socket = socketOf();
    socket.accept();
    socket.say({
      type: 'ERROR',
      code: 'UNAUTHORIZED',
      message: 'Who?',
      retryable: false,
      stage: 'AUTHENTICATING',
    });
    expect(await failure(stream.ready)).toMatchObject({ code: 'UNAUTHORIZED' });
    expect(await failure(Array.fromAsync(stream))).toMatchObject({ code: 'UNAUTHORIZED' });
    stream.write('never sent either');
    expect(written(socket)).toEqual([]);
  });
});
