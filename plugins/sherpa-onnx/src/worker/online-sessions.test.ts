import { expect, it } from 'vitest';
import { OnlineSessions, type StreamDecoder } from './online-sessions.ts';

const CHUNK_SAMPLES = 100;

/** A stream that answers how many chunks of it were decoded. */
class FakeStream {
  readonly number: number;
  samples = 0;
  chunks = 0;
  isFinished = false;
  constructor(number: number) {
    this.number = number;
  }
  acceptWaveform({ samples }: { readonly samples: Float32Array }): void {
    if (this.isFinished) throw new TypeError('accepted after its end');
    this.samples += samples.length;
  }
  inputFinished(): void {
    this.isFinished = true;
  }
}

class FakeDecoder implements StreamDecoder<FakeStream> {
  readonly streams: FakeStream[] = [];
  readonly batches: number[][] = [];
  failure: TypeError | undefined;
  createStream(): FakeStream {
    const stream = new FakeStream(this.streams.length);
    this.streams.push(stream);
    return stream;
  }
  isReady({ samples, chunks }: FakeStream): boolean {
    return samples - chunks * CHUNK_SAMPLES >= CHUNK_SAMPLES;
  }
  decodeStreams(streams: readonly FakeStream[]): void {
    if (this.failure) throw this.failure;
    this.batches.push(streams.map(({ number }) => number));
    for (const stream of streams) {
      if (!this.isReady(stream)) throw new TypeError('decoded a stream that is not ready');
      stream.chunks += 1;
    }
  }
  getResult({ number, chunks }: FakeStream) {
    return { text: `${number}:${chunks}`, tokens: ['t'], timestamps: [0.1], ys_probs: [-0.5] };
  }
}

function open(count: number) {
  const decoder = new FakeDecoder();
  const sessions = new OnlineSessions(decoder, { tailSamples: 50 });
  for (let streamId = 0; streamId < count; streamId += 1) sessions.open(streamId);
  return { decoder, sessions };
}

it('decodes all requests of one turn together, each stream once per batch', async () => {
  const { decoder, sessions } = open(3);
  const results = await Promise.all([
    sessions.accept(0, new Float32Array(250)),
    sessions.accept(1, new Float32Array(100)),
    sessions.accept(2, new Float32Array(99)),
    sessions.accept(0, new Float32Array(50)),
  ]);
  expect(decoder.batches).toEqual([[0, 1], [0], [0]]);
  expect(results.map((result) => result?.text)).toEqual(['0:3', '1:1', '2:0', '0:3']);
  expect(results[0]).toMatchObject({ tokens: ['t'], startSeconds: [0.1], logProbabilities: [-0.5] });
});

it('keeps samples that do not fill a chunk for the next turn', async () => {
  const { sessions } = open(1);
  expect((await sessions.accept(0, new Float32Array(99)))?.text).toBe('0:0');
  expect((await sessions.accept(0, new Float32Array(1)))?.text).toBe('0:1');
});

it('ends an utterance with silence for its last chunk, then starts again', async () => {
  const { decoder, sessions } = open(1);
  await sessions.accept(0, new Float32Array(60));
  expect((await sessions.end(0))?.text).toBe('0:1');
  expect(decoder.streams[0]?.isFinished).toBe(true);
  expect((await sessions.accept(0, new Float32Array(200)))?.text).toBe('1:2');
});

it('accepts audio for the next utterance while the last one is still to be flushed', async () => {
  const { sessions } = open(1);
  const [last, next] = await Promise.all([sessions.end(0), sessions.accept(0, new Float32Array(100))]);
  expect([last?.text, next?.text]).toEqual(['0:0', '1:1']);
});

it('decodes whole segments beside the live streams', async () => {
  const { decoder, sessions } = open(1);
  const [, whole] = await Promise.all([
    sessions.accept(0, new Float32Array(100)),
    sessions.recognize(new Float32Array(150)),
  ]);
  expect(decoder.batches).toEqual([[0, 1], [1]]);
  expect(whole.text).toBe('1:2');
  expect(sessions.openStreams).toBe(1);
});

it('reports a failed batch to each of its callers, and continues with the next', async () => {
  const { decoder, sessions } = open(2);
  decoder.failure = new TypeError('native');
  const failed = await Promise.allSettled([
    sessions.accept(0, new Float32Array(100)),
    sessions.accept(1, new Float32Array(100)),
  ]);
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  decoder.failure = undefined;
  expect((await sessions.accept(0, new Float32Array(100)))?.text).toBe('0:2');
});

it('knows no stream that is closed or was never open', () => {
  const { sessions } = open(1);
  sessions.close(0);
  expect(sessions.accept(0, new Float32Array(1))).toBeUndefined();
  expect(sessions.end(7)).toBeUndefined();
  expect(sessions.openStreams).toBe(0);
});
