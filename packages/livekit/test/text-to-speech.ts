import { tts } from '@livekit/agents';
import { deferred } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { TTS } from '../src/index.ts';
import { REFUSED_KEYS, serve } from './serve.ts';
import { errorsOf, expectRefusal, secondsOf, unreliable } from './support.ts';

const RATE = { sampleRate: 16_000 };
const RETRIES = { maxRetry: 50, retryIntervalMs: 100, timeoutMs: 60_000 };
const { END_OF_STREAM } = tts.SynthesizeStream;
type Output = tts.SynthesizedAudio | typeof END_OF_STREAM;

const audioOf = (outputs: readonly Output[]): tts.SynthesizedAudio[] =>
  outputs.filter((output): output is tts.SynthesizedAudio => output !== END_OF_STREAM);
const secondsIn = (outputs: readonly Output[]): number =>
  secondsOf(audioOf(outputs).map(({ frame }) => frame));

async function firstOf(stream: tts.SynthesizeStream): Promise<Output> {
  const { value } = await stream.next();
  return value;
}

describe('TTS.synthesize', () => {
  it('returns a text as frames, the last of which is marked as final', async () => {
    await using served = await serve();
    const speaker = new TTS({ ...served.connection, ...RATE, voice: 'two' });
    const metrics: unknown[] = [];
    speaker.on('metrics_collected', (collected) => metrics.push(collected));
    const text = 'A text that is longer than what can be spoken in one go by realtime voices. '.repeat(6);
    const audio = await Array.fromAsync(speaker.synthesize(text));
    expect(secondsIn(audio)).toBeCloseTo(text.length / 15, -1);
    expect(audio.map(({ final }) => final)).toEqual(audio.map((_, index) => index === audio.length - 1));
    expect(new Set(audio.map(({ requestId, segmentId }) => `${requestId} ${segmentId}`)).size).toBe(1);
    expect(audio[0]?.frame).toMatchObject({ sampleRate: 16_000, channels: 1, samplesPerChannel: 800 });
    expect(served.fakes.speaker.calls.every(({ input }) => input.voiceCode === 'two')).toBe(true);
    expect(metrics).toMatchObject([
      { charactersCount: text.length, metadata: { modelProvider: 'Parlance' } },
    ]);
  });

  it('collects the audio as one frame', async () => {
    await using served = await serve();
    const frame = await new TTS({ ...served.connection, ...RATE }).synthesize('fifteen chars!!').collect();
    expect(frame.samplesPerChannel / frame.sampleRate).toBeGreaterThan(0.9);
  });

  it('stops when it is aborted', async () => {
    const held = deferred();
    await using served = await serve({ synthesis: { script: { gate: () => held.promise } } });
    const speaker = new TTS({ ...served.connection, ...RATE });
    const errors = errorsOf(speaker);
    const leaving = new AbortController();
    const reading = Array.fromAsync(speaker.synthesize('hello', undefined, leaving.signal));
    await expect.poll(() => served.fakes.speaker.calls).toHaveLength(1);
    leaving.abort();
    expect(await reading).toEqual([]);
    await expect.poll(() => served.fakes.speaker.calls[0]?.state).toBe('aborted');
    expect(errors).toEqual([]);
    held.resolve();
  });
});

describe('TTS streams', () => {
  it('return the first audio before the text is complete', async () => {
    await using served = await serve();
    const stream = new TTS({ ...served.connection, ...RATE }).stream();
    for (const word of ['Of ', 'course, ', 'I can ', 'do that. ', 'And ', 'then']) stream.pushText(word);
    const first = await firstOf(stream);
    expect(first).toMatchObject({ final: false, frame: { sampleRate: 16_000 } });
    stream.pushText(' we go home.');
    stream.endInput();
    const rest = await Array.fromAsync(stream);
    expect(rest.at(-1)).toBe(END_OF_STREAM);
    const audio = [...audioOf([first]), ...audioOf(rest)];
    expect(audio.map(({ final }) => final)).toEqual(audio.map((_, index) => index === audio.length - 1));
    expect(served.fakes.speaker.calls.map(({ input }) => input.text).join(' ')).toContain('go home');
  });

  it('end a segment at each flush', async () => {
    await using served = await serve();
    const speaker = new TTS({ ...served.connection, ...RATE });
    const metrics: { readonly charactersCount?: number }[] = [];
    speaker.on('metrics_collected', (collected) => metrics.push(collected));
    const stream = speaker.stream();
    stream.flush();
    stream.pushText('Hello there');
    stream.flush();
    stream.flush();
    stream.pushText(' ');
    stream.pushText('Good bye');
    stream.endInput();
    const outputs = await Array.fromAsync(stream);
    expect(outputs.filter((output) => output === END_OF_STREAM)).toHaveLength(2);
    expect(new Set(audioOf(outputs).map(({ segmentId }) => segmentId)).size).toBe(2);
    expect(audioOf(outputs).filter(({ final }) => final)).toHaveLength(2);
    expect(metrics.map(({ charactersCount }) => charactersCount)).toEqual([11, 9]);
  });

  it('do not call the server without text', async () => {
    await using served = await serve();
    await using network = await unreliable(served.connection.baseURL);
    const stream = new TTS({ ...served.connection, baseURL: network.baseURL }).stream();
    stream.pushText(' ');
    stream.endInput();
    expect(await Array.fromAsync(stream)).toEqual([]);
    expect(network.connections).toBe(0);
  });

  it('return no audio for a text without letters', async () => {
    await using served = await serve();
    const stream = new TTS({ ...served.connection, ...RATE }).stream();
    stream.pushText('…');
    stream.endInput();
    expect(audioOf(await Array.fromAsync(stream))).toEqual([]);
  });

  it('stop the synthesis of the server when they are closed', async () => {
    const held = deferred();
    const gate = (unit: number) => (unit === 0 ? undefined : held.promise);
    await using served = await serve({ synthesis: { script: { gate } } });
    const speaker = new TTS({ ...served.connection, ...RATE });
    const errors = errorsOf(speaker);
    const stream = speaker.stream();
    stream.pushText('This is the first sentence of it. This is the second sentence of it, which is held.');
    stream.flush();
    await firstOf(stream);
    await expect.poll(() => served.fakes.speaker.calls.length).toBeGreaterThan(1);
    stream.close();
    await Array.fromAsync(stream);
    await expect.poll(() => served.fakes.speaker.calls.at(-1)?.state).toBe('aborted');
    expect(errors).toEqual([]);
    held.resolve();
  });

  it("report the server's refusal with its message", async () => {
    await using served = await serve();
    const speaker = new TTS(served.connection);
    const errors = errorsOf(speaker);
    const stream = speaker.stream();
    stream.pushText('Hello there.');
    stream.endInput();
    expect(await Array.fromAsync(stream)).toEqual([]);
    expect(errors).toMatchObject([{ recoverable: false, error: { retryable: false } }]);
    // The voices of the fake engine have at most 16 kHz.
    expect(errors[0]?.error.message).toContain('its rates are 8000, 16000');
  });

  it('use the voice and speed that were set last', async () => {
    await using served = await serve();
    const speaker = new TTS({ ...served.connection, ...RATE, voice: 'one' });
    speaker.updateOptions({ voice: 'two', speed: 1.5 });
    expect(speaker.model).toBe('two');
    const stream = speaker.stream();
    stream.pushText('Hello there.');
    stream.endInput();
    await Array.fromAsync(stream);
    expect(served.fakes.speaker.calls[0]?.input).toMatchObject({ voiceCode: 'two', speed: 1.5 });
  });

  it.each(REFUSED_KEYS)(
    'report an invalid token (%s) once, as an error that is not retried',
    async (kind) => {
      await using served = await serve();
      await using network = await unreliable(served.connection.baseURL);
      const speaker = new TTS({ baseURL: network.baseURL, apiKey: await served.refusedKey(kind), ...RATE });
      const errors = errorsOf(speaker);
      const stream = speaker.stream({ connOptions: RETRIES });
      stream.pushText('Hello there.');
      stream.endInput();
      expect(await Array.fromAsync(stream)).toEqual([]);
      expectRefusal(errors);
      expect(network.connections).toBe(1);
    },
  );

  it('retry with the whole text while the app has too many syntheses', async () => {
    await using served = await serve();
    const connection = { ...(await served.single()), ...RATE };
    const first = new TTS(connection).stream();
    first.pushText('This is the first sentence of it. And this is more. ');
    await firstOf(first);
    const refused = new TTS(connection);
    const errors = errorsOf(refused);
    const impatient = refused.stream({ connOptions: { ...RETRIES, maxRetry: 0 } });
    impatient.pushText('Hello there.');
    await Array.fromAsync(impatient);
    const body = { code: 'SYNTHESIS_CONCURRENCY_EXCEEDED' };
    expect(errors).toMatchObject([{ error: { retryable: true, body } }]);
    const patient = new TTS(connection);
    const patientErrors = errorsOf(patient);
    const second = patient.stream({ connOptions: RETRIES });
    second.pushText('Good bye ');
    second.pushText('to you.');
    second.endInput();
    first.close();
    expect(secondsIn(await Array.fromAsync(second))).toBeGreaterThan(0.9);
    expect(served.fakes.speaker.calls.at(-1)?.input.text).toBe('Good bye to you.');
    expect(patientErrors).toEqual([]);
  });

  it('continue over a new connection without repeating a segment', async () => {
    const held = deferred();
    const gates: Record<number, Promise<void>> = { 1: held.promise, 3: held.promise };
    await using served = await serve({ synthesis: { script: { gate: (unit) => gates[unit] } } });
    await using network = await unreliable(served.connection.baseURL);
    const speaker = new TTS({ ...served.connection, baseURL: network.baseURL, ...RATE });
    const errors = errorsOf(speaker);
    const stream = speaker.stream({ connOptions: RETRIES });
    stream.pushText('Hello there.');
    stream.flush();
    // The first segment is synthesized completely.
    for (let output = await firstOf(stream); output !== END_OF_STREAM; ) output = await firstOf(stream);
    stream.pushText('Lost on the way.');
    stream.flush();
    await expect.poll(() => served.fakes.speaker.calls).toHaveLength(2);
    network.loseConnections();
    const again = await firstOf(stream);
    expect(again).toMatchObject({ frame: { sampleRate: 16_000 } });
    expect(served.fakes.speaker.calls[2]?.input.text).toBe('Lost on the way.');
    for (let output = again; output !== END_OF_STREAM; ) output = await firstOf(stream);
    expect(errors).toEqual([]);
    held.resolve();
  });

  it('do not repeat a segment if some of its audio was passed on', async () => {
    const held = deferred();
    const gate = (unit: number) => (unit === 0 ? undefined : held.promise);
    await using served = await serve({ synthesis: { script: { gate } } });
    await using network = await unreliable(served.connection.baseURL);
    const speaker = new TTS({ ...served.connection, baseURL: network.baseURL, ...RATE });
    const errors = errorsOf(speaker);
    const stream = speaker.stream({ connOptions: RETRIES });
    stream.pushText('This is the first sentence of it. This is the second sentence of it, which is held.');
    stream.endInput();
    await firstOf(stream);
    network.loseConnections();
    await Array.fromAsync(stream);
    expect(errors).toMatchObject([{ recoverable: false, error: { retryable: false } }]);
    expect(network.connections).toBe(1);
    held.resolve();
  });
});
