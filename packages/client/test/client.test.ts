import { concatSamples, encodePcm16 } from '@parlance/core/audio';
import { tone } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { createParlanceClient, type LiveEvent, ParlanceError, type SpeechStreamEvent } from '../src/index.ts';
import { serveClient } from './serve.ts';

const RATE_HZ = 16_000;
const hum = (seconds: number): Float32Array =>
  tone({ frequencyHz: 200, sampleRateHz: RATE_HZ, lengthSamples: seconds * RATE_HZ });
const silence = (seconds: number): Float32Array => new Float32Array(seconds * RATE_HZ);
/** Two utterances with a silence between them. */
const SPOKEN = concatSamples([hum(0.6), silence(1.2), hum(0.6), silence(1.2)]);

/** A piece of the source is of any size: 37 ms here, so that no chunk begins where a piece does. */
async function* pieces(samples: Float32Array): AsyncGenerator<Float32Array> {
  for (let at = 0; at < samples.length; at += 592) yield samples.slice(at, at + 592);
}

/** The WAV file that the server itself makes of a text. */
async function spokenWav(client: Awaited<ReturnType<typeof serveClient>>['client']) {
  const answer = await client.speak('one two three', { voiceCode: 'two', outputFormat: 'wav' });
  return answer.bytes();
}

async function failureOf(work: Promise<unknown>): Promise<ParlanceError> {
  const error = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(ParlanceError);
  return error as ParlanceError;
}

describe('the client over HTTP', () => {
  it('synthesizes, and reports the cost', async () => {
    await using served = await serveClient();
    const answer = await served.client.speak('  fifteen chars!  ', { voiceCode: 'two', outputFormat: 'pcm' });
    expect(answer.contentType).toContain('rate=16000');
    expect(answer.characters).toBe(14);
    expect(answer.credits).toBe('14');
    const bytes = await answer.bytes();
    expect(bytes.byteLength / 2 / RATE_HZ).toBeCloseTo(14 / 15, 0);
  });

  it.each([
    ['bytes', (wav: Uint8Array<ArrayBuffer>) => wav],
    ['a buffer', (wav: Uint8Array<ArrayBuffer>) => wav.buffer],
    ['a blob', (wav: Uint8Array<ArrayBuffer>) => new Blob([wav])],
  ])('transcribes a file given as %s', async (_name, sourceOf) => {
    await using served = await serveClient({ script: { texts: ['one two three'] } });
    const transcript = await served.client.transcribe(sourceOf(await spokenWav(served.client)));
    expect(transcript).toMatchObject({ status: 'COMPLETED', audioDurationSeconds: 1 });
    expect(transcript.utterances).toHaveLength(1);
  });

  it('has the channels of a recording recognized separately on request', async () => {
    await using served = await serveClient({ script: { texts: ['one two three'] } });
    const wav = await spokenWav(served.client);
    const { utterances } = await served.client.transcribe(wav, { channels: 'separate' });
    expect(utterances.map(({ channel }) => channel)).toEqual([0]);
    expect((await served.client.transcribe(wav)).utterances[0]).not.toHaveProperty('channel');
  });

  it('submits a recording and waits for its transcript', async () => {
    await using served = await serveClient({ script: { texts: ['one two three'] } });
    const submitted = await served.client.submitRecording(await spokenWav(served.client));
    expect(submitted.status).toBe('PENDING');
    const transcript = await served.client.waitForTranscript(submitted.transcriptId, { pollEveryMs: 20 });
    expect(transcript).toMatchObject({ status: 'COMPLETED', transcript: 'one two three' });
  });

  it('lists voices page by page', async () => {
    await using served = await serveClient();
    const first = await served.client.voices({ limit: 3 });
    expect(first.voices).toHaveLength(3);
    const second = await served.client.voices({ limit: 3, cursor: first.nextCursor ?? '' });
    const codes = [...first.voices, ...second.voices].map(({ code }) => code);
    expect(new Set(codes).size).toBe(5);
    expect(second.nextCursor).toBeNull();
  });

  it('lists the realtime voices, and the others', async () => {
    await using served = await serveClient();
    expect((await served.client.voices({ realtime: true })).voices).toHaveLength(5);
    expect((await served.client.voices({ realtime: false })).voices).toEqual([]);
  });

  it("throws the server's refusal, and whether to try again", async () => {
    await using served = await serveClient();
    const error = await failureOf(served.client.speak('hello', { voiceCode: 'nobody' }));
    expect(error).toMatchObject({ code: 'BAD_REQUEST', status: 400, retryable: false });
    expect(error.message).toContain('nobody');
    expect(error.requestId).toBeTypeOf('string');
    const refused = await failureOf(served.stranger.speak('hello', { voiceCode: 'one' }));
    expect(refused).toMatchObject({ code: 'UNAUTHORIZED', status: 401, retryable: false });
  });

  it('reports NETWORK if nobody answers, and keeps the reason of an abort', async () => {
    const client = createParlanceClient({ url: 'http://127.0.0.1:9', appId: 'a', token: 't' });
    expect(await failureOf(client.voices())).toMatchObject({ code: 'NETWORK', retryable: true });
    const reason = new Error('changed my mind');
    await expect(client.voices({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });
});

describe('the client over WebSocket', () => {
  it('recognizes each utterance while it is spoken, however the audio is cut', async () => {
    await using served = await serveClient({ script: { texts: ['first', 'second'] } });
    const session = served.client.listen(pieces(SPOKEN), { sampleRateHz: RATE_HZ });
    const events: LiveEvent[] = await Array.fromAsync(session);
    expect(await session.ready).toBeTypeOf('string');
    expect(events.map(({ type, text }) => [type, text])).toEqual([
      ['FINAL_RESULT', 'first'],
      ['FINAL_RESULT', 'second'],
    ]);
  });

  it('accepts 16-bit numbers and bytes', async () => {
    const bytes = encodePcm16(SPOKEN);
    for (const piece of [bytes, new Int16Array(bytes.slice().buffer)]) {
      await using served = await serveClient({ script: { texts: ['first', 'second'] } });
      const stream = ReadableStream.from([piece]);
      const events = await Array.fromAsync(served.client.listen(stream, { sampleRateHz: RATE_HZ }));
      expect(events).toHaveLength(2);
    }
  });

  it('throws an ERROR of the server with its stage', async () => {
    await using served = await serveClient();
    const session = served.stranger.listen(pieces(SPOKEN), { sampleRateHz: RATE_HZ });
    const error = await failureOf(Array.fromAsync(session));
    expect(error).toMatchObject({ code: 'UNAUTHORIZED', stage: 'AUTHENTICATING', retryable: false });
    await expect(session.ready).rejects.toBe(error);
  });

  it('ends the session when the loop is left, and reads no more of the source', async () => {
    await using served = await serveClient({ script: { texts: ['first', 'second'] } });
    const { promise: left, resolve: onLeft } = Promise.withResolvers<void>();
    async function* endless(): AsyncGenerator<Float32Array> {
      try {
        for (;;) yield SPOKEN.slice();
      } finally {
        onLeft();
      }
    }
    for await (const event of served.client.listen(endless(), { sampleRateHz: RATE_HZ })) {
      expect(event.text).toBe('first');
      break;
    }
    await left;
  });

  it('ends with the reason of an abort', async () => {
    await using served = await serveClient();
    const stop = new AbortController();
    const { promise: never } = Promise.withResolvers<void>();
    async function* held(): AsyncGenerator<Float32Array> {
      yield hum(0.2);
      stop.abort(new Error('enough'));
      await never;
    }
    const session = served.client.listen(held(), { sampleRateHz: RATE_HZ, signal: stop.signal });
    await expect(Array.fromAsync(session)).rejects.toThrow('enough');
  });
});

it('ignores unknown messages', async () => {
  await using served = await serveClient({ script: { texts: ['first', 'second'] } });
  /** Hears of something new before each message of the server. */
  class NewerServer extends WebSocket {
    override set onmessage(listener: ((event: MessageEvent) => void) | null) {
      super.onmessage = (event) => {
        listener?.call(this, new MessageEvent('message', { data: '{"type":"FROM_THE_FUTURE"}' }));
        listener?.call(this, event);
      };
    }
  }
  const client = served.connect({ WebSocket: NewerServer });
  const events = await Array.fromAsync(client.listen(pieces(SPOKEN), { sampleRateHz: RATE_HZ }));
  expect(events.map(({ type }) => type)).toEqual(['FINAL_RESULT', 'FINAL_RESULT']);
});

/** All that a stream told, its audio as seconds. */
function heardIn(events: readonly SpeechStreamEvent[]) {
  const audio = events.flatMap((event) => (event.type === 'AUDIO' ? [event.audio] : []));
  const told = events.filter((event) => event.type !== 'AUDIO');
  return { seconds: audio.reduce((bytes, piece) => bytes + piece.length, 0) / 2 / RATE_HZ, told };
}

describe('speech for a text that is still being written', () => {
  it('returns the audio of each stretch and reports what was spoken', async () => {
    await using served = await serveClient();
    const stream = served.client.speakStream({ voiceCode: 'two' });
    for (const piece of ['Hel', 'lo the', 're. ', 'And good', 'bye.']) stream.write(piece);
    stream.end();
    const { seconds, told } = heardIn(await Array.fromAsync(stream));
    expect(await stream.ready).toBeTypeOf('string');
    expect(told.map((event) => event.type)).toContain('SPOKEN');
    expect(told.at(-1)).toMatchObject({ type: 'SPOKEN', end: 25 });
    // As the fake voice speaks them, 15 characters a second, with the pauses between sentences.
    expect(seconds).toBeGreaterThan(23 / 15);
  });

  it('speaks up to a flush without waiting for more', async () => {
    await using served = await serveClient();
    const stream = served.client.speakStream({ voiceCode: 'two' });
    stream.write('No end in sight');
    stream.flush();
    const events: SpeechStreamEvent[] = [];
    for await (const event of stream) {
      events.push(event);
      if (event.type === 'FLUSHED') stream.end();
    }
    expect(heardIn(events).told.at(-1)).toMatchObject({ type: 'FLUSHED', characters: 15 });
  });

  it('speaks nothing of a cancelled text', async () => {
    await using served = await serveClient();
    const stream = served.client.speakStream({ voiceCode: 'two' });
    stream.write('Never to be heard');
    stream.cancel();
    stream.write('Heard');
    stream.end();
    const { told } = heardIn(await Array.fromAsync(stream));
    expect(told).toEqual([
      { type: 'CANCELLED', characters: 17, audioSeconds: 0 },
      expect.objectContaining({ type: 'SPOKEN', start: 17, end: 22 }),
    ]);
  });

  it('sends a long text in several messages, and a character cut in two as one', async () => {
    await using served = await serveClient();
    const stream = served.client.speakStream({ voiceCode: 'two', speed: 1.9 });
    const [high = '', low = ''] = '😀'.split('');
    stream.write(`${'word '.repeat(900)}${high}`);
    stream.write(`${low} said.`);
    stream.end();
    const { told } = heardIn(await Array.fromAsync(stream));
    expect(told.at(-1)).toMatchObject({ type: 'SPOKEN', end: 4507 });
  });

  it('throws an ERROR of the server', async () => {
    await using served = await serveClient();
    const stream = served.client.speakStream({ voiceCode: 'nobody' });
    stream.write('Hello.');
    const error = await failureOf(Array.fromAsync(stream));
    expect(error).toMatchObject({ code: 'VOICE_NOT_FOUND', retryable: false });
    await expect(stream.ready).rejects.toBe(error);
  });

  it('ends with the reason of an abort', async () => {
    await using served = await serveClient();
    const stop = new AbortController();
    const stream = served.client.speakStream({ voiceCode: 'two', signal: stop.signal });
    await stream.ready;
    stop.abort(new Error('enough'));
    await expect(Array.fromAsync(stream)).rejects.toThrow('enough');
  });
});
