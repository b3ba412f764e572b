import { stt, type VAD } from '@livekit/agents';
import { evenAligner } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { STT } from '../src/index.ts';
import { REFUSED_KEYS, serve } from './serve.ts';
import {
  errorsOf,
  expectRefusal,
  framesOf,
  hum,
  LoudnessVad,
  nameOf,
  RATE_HZ,
  silence,
  unreliable,
} from './support.ts';

const { FINAL_TRANSCRIPT, INTERIM_TRANSCRIPT, RECOGNITION_USAGE, START_OF_SPEECH, END_OF_SPEECH } =
  stt.SpeechEventType;
/** The same text for interims and finals. */
const HEARS = { recognition: { script: { texts: ['hello'] } } };
const RETRIES = { maxRetry: 50, retryIntervalMs: 100, timeoutMs: 60_000 };

function push(stream: stt.SpeechStream, parts: readonly Float32Array[], sampleRateHz = RATE_HZ): void {
  for (const frame of framesOf(parts, sampleRateHz)) stream.pushFrame(frame);
}

const oftype = (events: readonly stt.SpeechEvent[], type: stt.SpeechEventType) =>
  events.filter((event) => event.type === type);
const secondsSent = (events: readonly stt.SpeechEvent[]): number =>
  events.reduce((sum, { recognitionUsage }) => sum + (recognitionUsage?.audioDuration ?? 0), 0);

async function until(stream: stt.SpeechStream, type: stt.SpeechEventType): Promise<stt.SpeechEvent[]> {
  const events: stt.SpeechEvent[] = [];
  for (;;) {
    const { done, value } = await stream.next();
    if (done) return events;
    events.push(value);
    if (value.type === type) return events;
  }
}

describe('STT streams', () => {
  it('report start of speech, interims, final and end of speech of each utterance', async () => {
    await using served = await serve(HEARS);
    const stream = new STT({ ...served.connection, language: 'en' }).stream();
    push(stream, [hum(1.2), silence(1.2), hum(1.2), silence(1.2)]);
    stream.endInput();
    const events = await Array.fromAsync(stream);
    const names = events.filter(({ type }) => type !== INTERIM_TRANSCRIPT).map(nameOf);
    const utterance = ['START_OF_SPEECH', 'FINAL_TRANSCRIPT', 'END_OF_SPEECH'];
    expect(names).toEqual([...utterance, ...utterance, 'RECOGNITION_USAGE']);
    const [interim] = oftype(events, INTERIM_TRANSCRIPT);
    expect(interim?.alternatives?.[0]).toMatchObject({ text: 'hello', language: 'en' });
    expect(events.indexOf(interim ?? ({} as never))).toBe(1);
    const [first, second] = oftype(events, FINAL_TRANSCRIPT).map(({ alternatives }) => alternatives?.[0]);
    expect(first).toMatchObject({ text: 'hello' });
    expect(second?.startTime).toBeCloseTo(2.4, 0);
    expect(second?.endTime).toBeCloseTo(3.6, 0);
    expect(secondsSent(events)).toBeCloseTo(4.8, 1);
  });

  it('omit interims on request, and accept audio at the rate of a room', async () => {
    await using served = await serve(HEARS);
    const stream = new STT({ ...served.connection, interimResults: false }).stream();
    push(stream, [hum(1.2, 24_000), silence(1.2, 24_000)], 24_000);
    stream.endInput();
    const names = (await Array.fromAsync(stream)).map(nameOf);
    expect(names).toEqual(['START_OF_SPEECH', 'FINAL_TRANSCRIPT', 'END_OF_SPEECH', 'RECOGNITION_USAGE']);
  });

  it('return the final at once when they are flushed, and continue', async () => {
    await using served = await serve(HEARS);
    const stream = new STT(served.connection).stream();
    push(stream, [hum(0.6)]);
    stream.flush();
    expect((await until(stream, FINAL_TRANSCRIPT)).map(nameOf)).toContain('START_OF_SPEECH');
    push(stream, [hum(0.6)]);
    stream.endInput();
    const [final] = oftype(await Array.fromAsync(stream), FINAL_TRANSCRIPT);
    expect(final?.alternatives?.[0].startTime).toBeCloseTo(0.6, 1);
  });

  it('continue after a silence that ends the session of the server', async () => {
    await using served = await serve(HEARS);
    const stream = new STT(served.connection).stream();
    push(stream, [hum(0.6), silence(25), hum(0.6), silence(1)]);
    stream.endInput();
    const events = await Array.fromAsync(stream);
    const finals = oftype(events, FINAL_TRANSCRIPT).map(({ alternatives }) => alternatives?.[0].startTime);
    expect(finals).toHaveLength(2);
    expect(finals[1]).toBeCloseTo(25.6, 0);
    expect(oftype(events, RECOGNITION_USAGE).length).toBeGreaterThan(1);
  });

  it('return finals with word timings', async () => {
    await using served = await serve({ ...HEARS, alignment: evenAligner() });
    const stream = new STT({ ...served.connection, words: true }).stream();
    push(stream, [silence(1), hum(1.2), silence(1.2)]);
    stream.endInput();
    const [final] = oftype(await Array.fromAsync(stream), FINAL_TRANSCRIPT);
    const [word] = final?.alternatives?.[0].words ?? [];
    expect(word?.text).toBe('hello');
    // The fake aligner puts the first word at the start of what was decoded, up to 0.3 s before the detector heard the voice.
    expect(word?.startTime).toBeGreaterThan(0.6);
    expect(word?.endTime).toBeLessThan(2.5);
  });

  it('report the sent audio as metrics of the framework', async () => {
    await using served = await serve(HEARS);
    const recognizer = new STT(served.connection);
    const metrics: unknown[] = [];
    recognizer.on('metrics_collected', (collected) => metrics.push(collected));
    const stream = recognizer.stream();
    push(stream, [hum(1), silence(1)]);
    stream.endInput();
    await Array.fromAsync(stream);
    expect(metrics).toMatchObject([{ audioDurationMs: 2000, metadata: { modelProvider: 'Parlance' } }]);
  });

  it('resend audio that has no final when the connection is lost', async () => {
    await using served = await serve(HEARS);
    await using network = await unreliable(served.connection.baseURL);
    const recognizer = new STT({ ...served.connection, baseURL: network.baseURL });
    const errors = errorsOf(recognizer);
    const stream = recognizer.stream({ connOptions: RETRIES });
    push(stream, [silence(0.5), hum(1.2)]);
    await until(stream, INTERIM_TRANSCRIPT);
    network.loseConnections();
    await expect.poll(() => network.connections).toBe(2);
    push(stream, [silence(1.2)]);
    stream.endInput();
    const events = await Array.fromAsync(stream);
    const [final] = oftype(events, FINAL_TRANSCRIPT);
    expect(final?.alternatives?.[0]).toMatchObject({ text: 'hello' });
    expect(final?.alternatives?.[0].startTime).toBeCloseTo(0.5, 0);
    expect(oftype(events, START_OF_SPEECH)).toHaveLength(0);
    expect(oftype(events, END_OF_SPEECH)).toHaveLength(1);
    expect(errors).toEqual([]);
  });

  it.each(REFUSED_KEYS)(
    'report an invalid token (%s) once, as an error that is not retried',
    async (kind) => {
      await using served = await serve();
      await using network = await unreliable(served.connection.baseURL);
      const recognizer = new STT({ baseURL: network.baseURL, apiKey: await served.refusedKey(kind) });
      const errors = errorsOf(recognizer);
      const stream = recognizer.stream({ connOptions: RETRIES });
      push(stream, [hum(0.2)]);
      expect(await Array.fromAsync(stream)).toMatchObject([{ type: RECOGNITION_USAGE }]);
      expectRefusal(errors);
      expect(network.connections).toBe(1);
    },
  );

  it('retry while the app has too many sessions', async () => {
    await using served = await serve(HEARS);
    const connection = await served.single();
    const first = new STT(connection).stream();
    push(first, [hum(0.6)]);
    await until(first, INTERIM_TRANSCRIPT);
    const refused = new STT(connection);
    const errors = errorsOf(refused);
    const impatient = refused.stream({ connOptions: { ...RETRIES, maxRetry: 0 } });
    push(impatient, [hum(0.2)]);
    await Array.fromAsync(impatient);
    expect(errors).toMatchObject([{ error: { retryable: true, body: { code: 'STT_MAX_CCR_REACHED' } } }]);
    const patient = new STT(connection);
    const patientErrors = errorsOf(patient);
    const second = patient.stream({ connOptions: RETRIES });
    push(second, [hum(0.6), silence(1)]);
    second.endInput();
    first.close();
    const [final] = oftype(await Array.fromAsync(second), FINAL_TRANSCRIPT);
    expect(final?.alternatives?.[0].text).toBe('hello');
    expect(patientErrors).toEqual([]);
  });

  it('end the session of the server when they are closed', async () => {
    await using served = await serve(HEARS);
    const recognizer = new STT(served.connection);
    const errors = errorsOf(recognizer);
    const stream = recognizer.stream();
    push(stream, [hum(1)]);
    await until(stream, INTERIM_TRANSCRIPT);
    expect(await served.openSessions()).toBe(1);
    stream.close();
    await expect.poll(() => served.openSessions()).toBe(0);
    expect(errors).toEqual([]);
  });

  it('do not wait for a server that is never ready', async () => {
    await using served = await serve();
    const recognizer = new STT(served.connection);
    const errors = errorsOf(recognizer);
    const stream = recognizer.stream({ connOptions: { maxRetry: 0, retryIntervalMs: 0, timeoutMs: 0 } });
    push(stream, [hum(0.2)]);
    await Array.fromAsync(stream);
    expect(errors).toMatchObject([{ error: { name: 'APIConnectionError', retryable: true } }]);
    expect(errors[0]?.error.message).toBe('The server was not ready within 0 ms.');
  });
});

describe('STT streams with a VAD', () => {
  it('send speech but no silence, and end each turn when the VAD does', async () => {
    await using served = await serve(HEARS);
    const stream = new STT({ ...served.connection, vad: new LoudnessVad() }).stream();
    push(stream, [silence(12), hum(1), silence(12), hum(1), silence(12)]);
    stream.endInput();
    const events = await Array.fromAsync(stream);
    const names = events.filter(({ type }) => type !== INTERIM_TRANSCRIPT).map(nameOf);
    const turn = ['START_OF_SPEECH', 'FINAL_TRANSCRIPT', 'RECOGNITION_USAGE', 'END_OF_SPEECH'];
    expect(names).toEqual([...turn, ...turn]);
    // Half a second before the speech, a second of speech, and the silence that ends it.
    expect(secondsSent(events)).toBeCloseTo(2 * 1.8, 1);
    const starts = oftype(events, FINAL_TRANSCRIPT).map(({ alternatives }) => alternatives?.[0].startTime);
    expect(starts[0]).toBeCloseTo(12, 0);
    expect(starts[1]).toBeCloseTo(25, 0);
  });

  it('finish the open turn at the end of the input', async () => {
    await using served = await serve(HEARS);
    const stream = new STT({ ...served.connection, vad: new LoudnessVad() }).stream();
    push(stream, [hum(1)]);
    stream.endInput();
    const names = (await Array.fromAsync(stream)).map(nameOf);
    expect(names).toContain('FINAL_TRANSCRIPT');
    expect(names.at(-1)).toBe('END_OF_SPEECH');
  });

  it('open no session for silence', async () => {
    await using served = await serve();
    const stream = new STT({ ...served.connection, vad: new LoudnessVad() }).stream();
    push(stream, [silence(3)]);
    stream.endInput();
    expect(await Array.fromAsync(stream)).toEqual([]);
  });
});

describe('STT.recognize', () => {
  it('returns the text of a recording with its times', async () => {
    await using served = await serve(HEARS);
    const recognizer = new STT(served.connection);
    const frames = framesOf(
      [silence(12, 24_000), hum(1, 24_000), silence(1, 24_000), hum(1, 24_000)],
      24_000,
    );
    const { type, alternatives } = await recognizer.recognize(frames);
    expect(type).toBe(FINAL_TRANSCRIPT);
    expect(alternatives?.[0].text).toBe('hello hello');
    expect(alternatives?.[0].startTime).toBeCloseTo(12, 0);
    expect(alternatives?.[0].endTime).toBeCloseTo(15, 0);
  });

  it('returns an empty text for silence', async () => {
    await using served = await serve();
    const { alternatives } = await new STT(served.connection).recognize(framesOf([silence(2)]));
    expect(alternatives).toMatchObject([{ text: '', confidence: 0 }]);
  });

  it("throws the server's refusal", async () => {
    await using served = await serve();
    const { baseURL, apiKey } = served.connection;
    const recognizing = new STT({ baseURL, apiKey: `${apiKey}x` }).recognize(framesOf([hum(0.2)]));
    await expect(recognizing).rejects.toMatchObject({ retryable: false, body: { code: 'UNAUTHORIZED' } });
  });

  it('works with the stream adapter of the framework, which uses a VAD', async () => {
    await using served = await serve(HEARS);
    const vad: VAD = new LoudnessVad();
    const stream = new stt.StreamAdapter(new STT(served.connection), vad).stream();
    push(stream, [silence(1), hum(1), silence(1)]);
    const names = (await until(stream, FINAL_TRANSCRIPT)).map(nameOf);
    expect(names).toEqual(['START_OF_SPEECH', 'END_OF_SPEECH', 'FINAL_TRANSCRIPT']);
    stream.close();
  });
});

describe('the options', () => {
  it('are named in the error if they are missing', () => {
    expect(() => new STT({ apiKey: 'token' })).toThrow(/baseURL/);
    expect(() => new STT({ baseURL: 'http://127.0.0.1:9' })).toThrow(/apiKey/);
    const appless = { baseURL: 'http://127.0.0.1:9', apiKey: 'no token' };
    expect(() => new STT(appless)).toThrow(/appId/);
  });
});
