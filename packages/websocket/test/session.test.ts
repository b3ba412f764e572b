import { SpeechError } from '@parlance/core/errors';
import { deferred } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { chunksOf, pcm } from './support/pcm.ts';
import { CONFIG, connect, connectReady, follow } from './support/realtime-client.ts';
import { startRealtime, TOKEN } from './support/realtime-server.ts';

/** 100 ms at 16 kHz, as the interface recommends. */
const CHUNK_BYTES = 3200;

describe('a session', () => {
  it('follows the interface, from READY to STREAM_END', async () => {
    const { url, opened, slots, detector } = await startRealtime({
      recognition: { script: { texts: ['so', 'so far', 'so far so good'] } },
    });
    const client = await connectReady(url, { interimResults: true, sessionId: 'mine' });
    for (const chunk of chunksOf(pcm([-0.5, 1.2]), CHUNK_BYTES)) client.sendAudio(chunk);
    await client.until('INTERIM_RESULT', 2);
    client.send({ type: 'PING' });
    await client.until('PONG');
    client.sendAudio(pcm([-1.5]));
    await client.until('FINAL_RESULT');
    client.send({ type: 'DONE' });
    expect(await client.closed).toBe(1000);
    const { sessionId } = opened[0] ?? {};
    const [first, second] = client.messages.filter(({ type }) => type === 'INTERIM_RESULT');
    const [ready, pong, final, end, ...rest] = client.messages.filter(
      ({ type }) => type !== 'INTERIM_RESULT',
    );
    expect(ready).toEqual({ type: 'READY', sessionId });
    expect(first).toMatchObject({ type: 'INTERIM_RESULT', text: 'so', isFinal: false, stability: 0 });
    expect(second).toMatchObject({ type: 'INTERIM_RESULT', text: 'so far', isFinal: false, stability: 0.5 });
    if (first?.type !== 'INTERIM_RESULT' || second?.type !== 'INTERIM_RESULT') return expect.unreachable();
    expect(second.endTime).toBeGreaterThan(first.endTime);
    expect(pong).toEqual({ type: 'PONG' });
    if (final?.type !== 'FINAL_RESULT') return expect.unreachable();
    expect(Object.keys(final)).toEqual([
      ...['type', 'text', 'textRaw', 'isFinal', 'confidenceScore', 'startTime', 'endTime'],
      ...['startVoiceTime', 'endVoiceTime', 'speechType', 'status'],
    ]);
    expect(final).toMatchObject({
      text: 'so far so good',
      textRaw: 'so far so good',
      isFinal: true,
      confidenceScore: 1,
      speechType: 'detected-speech',
      status: 'SUCCESS',
    });
    expect(final.startVoiceTime).toBeCloseTo(0.5, 1);
    expect(final.endVoiceTime).toBeCloseTo(1.7, 1);
    expect(end).toEqual({ type: 'STREAM_END', sessionId, totalUtterances: 1 });
    expect(rest).toEqual([]);
    expect(slots.inUse('app-1')).toBe(0);
    expect(detector.openStreams).toBe(0);
  });

  it('gives final results the times of their words on request', async () => {
    const { url } = await startRealtime();
    const client = await connectReady(url, { words: true });
    client.sendAudio(pcm([-0.5, 1.2, -1.5]));
    const final = await client.until('FINAL_RESULT');
    if (final.type !== 'FINAL_RESULT') return expect.unreachable();
    expect(final.words).toEqual([
      { text: 'hello', startTime: expect.closeTo(0.5, 1), endTime: expect.closeTo(1.7, 1) },
    ]);
    client.send({ type: 'DONE' });
    expect(await client.closed).toBe(1000);
  });

  it.each([
    ['what the model detected', { text: 'hallo', tokens: [], language: 'de' }, {}, 'de'],
    [
      'what it detected rather than what was asked for',
      { text: 'hallo', tokens: [], language: 'de' },
      { language: 'en' },
      'de',
    ],
    ['what was asked for where the model tells none', 'hello', { language: 'en-GB' }, 'en-GB'],
    ['no language where none is known', 'hello', {}, undefined],
  ])('tells with a final result %s', async (_name, heard, config, language) => {
    const { url } = await startRealtime({ recognition: { script: { texts: [heard] } } });
    const client = await connectReady(url, config);
    client.sendAudio(pcm([-0.5, 1.2, -1.5]));
    const final = await client.until('FINAL_RESULT');
    expect('language' in final ? final.language : undefined).toBe(language);
    client.send({ type: 'DONE' });
    expect(await client.closed).toBe(1000);
  });

  it('tells a client that requests unavailable words what to do', async () => {
    const message = 'No plugin of this service finds word timings in en.';
    const { url } = await startRealtime({
      unavailable: new SpeechError('INVALID_INPUT', message, { field: 'config.words' }),
    });
    const client = connect(url);
    client.send({ type: 'STREAMING_CONFIG', config: { ...CONFIG, words: true } });
    expect(await client.closed).toBe(1007);
    expect(client.messages).toMatchObject([{ type: 'ERROR', code: 'BAD_REQUEST', message }]);
  });

  it('accepts audio while the configuration is still on its way to a server that authenticates', async () => {
    const { url } = await startRealtime();
    const client = connect(url);
    client.send({ type: 'STREAMING_CONFIG', config: CONFIG });
    expect(await client.until('READY')).toMatchObject({ type: 'READY' });
  });

  it('answers DONE with no speech with one empty result', async () => {
    const { url, recognizer } = await startRealtime();
    const client = await connectReady(url);
    client.sendAudio(pcm([-2]));
    client.send({ type: 'DONE' });
    expect(await client.closed).toBe(1000);
    expect(client.messages.slice(1)).toMatchObject([
      { type: 'FINAL_RESULT', text: '', textRaw: '', speechType: 'no-speech', startTime: 0, endTime: 2 },
      { type: 'STREAM_END', totalUtterances: 0 },
    ]);
    expect(recognizer.calls).toHaveLength(0);
  });

  it('answers DONE with no audio at all', async () => {
    const { url } = await startRealtime();
    const client = await connectReady(url);
    client.send({ type: 'DONE' });
    expect(await client.closed).toBe(1000);
    expect(client.messages.map(({ type }) => type)).toEqual(['READY', 'FINAL_RESULT', 'STREAM_END']);
  });

  it('recognizes the utterance that DONE interrupts', async () => {
    const { url } = await startRealtime();
    const client = await connectReady(url);
    client.sendAudio(pcm([1]));
    client.send({ type: 'DONE' });
    await client.closed;
    expect(client.messages.slice(1)).toMatchObject([{ text: 'hello' }, { totalUtterances: 1 }]);
  });

  it('accepts audio in binary frames, alone and between chunks, with the same results', async () => {
    const { url } = await startRealtime();
    const audio = pcm([-0.5, 1, -1]);
    const client = await connectReady(url);
    for (const [index, chunk] of chunksOf(audio, 3202).entries()) {
      if (index % 3 === 0) client.sendAudio(chunk);
      else client.socket.send(chunk);
    }
    client.send({ type: 'DONE' });
    await client.closed;
    const other = await connectReady(url);
    other.sendAudio(audio);
    other.send({ type: 'DONE' });
    await other.closed;
    const results = ({ messages }: typeof client) => messages.filter(({ type }) => type === 'FINAL_RESULT');
    expect(results(client)).toMatchObject([{ text: 'hello', speechType: 'detected-speech' }]);
    expect(results(client)).toEqual(results(other));
  });

  it('accepts 8 kHz, with times of the audio as it was sent', async () => {
    const { url } = await startRealtime();
    const client = await connectReady(url, { sampleRateHertz: 8000 });
    for (const chunk of chunksOf(pcm([-1, 1, -1.5], 8000), 1280)) client.sendAudio(chunk);
    const final = await client.until('FINAL_RESULT');
    expect(final.startVoiceTime).toBeCloseTo(1, 1);
    expect(final.endVoiceTime).toBeCloseTo(2, 1);
  });

  it('accepts the credentials of the HTTP endpoints too', async () => {
    const { url } = await startRealtime();
    const headers = { authorization: `Bearer ${TOKEN}`, 'app-id': 'app-1' };
    const client = follow(new WebSocket(url, { headers }));
    client.send({ type: 'STREAMING_CONFIG', config: CONFIG });
    await client.until('READY');
  });

  const AUDIO = pcm([-0.4, 0.7, -1.2, 1.3, -1.1, 0.5, -0.3]);

  it.each([
    [2, AUDIO.subarray(0, 70_000)],
    [318, AUDIO],
    [3200, AUDIO],
    [65_536, AUDIO],
    [1_048_576, AUDIO],
  ])('gives the finals of the whole audio for chunks of %d bytes', async (chunkBytes, audio) => {
    const script = { recognition: { script: { texts: ['one', 'two', 'three'] } } };
    const finalsOf = async (size: number) => {
      const { url } = await startRealtime(script);
      const client = await connectReady(url);
      for (const chunk of chunksOf(audio, size)) client.sendAudio(chunk);
      client.send({ type: 'DONE' });
      await client.closed;
      return client.messages.slice(1).filter(({ type }) => type === 'FINAL_RESULT');
    };
    const whole = await finalsOf(audio.length);
    expect(whole.length).toBeGreaterThan(0);
    expect(await finalsOf(chunkBytes)).toEqual(whole);
  });

  it('reads 30 seconds of audio at once and holds back the rest, losing nothing', async () => {
    const gate = deferred();
    const { url, recognizer } = await startRealtime({
      recognition: {
        capabilities: { concurrency: 1 },
        script: { texts: ['word'], gate: (segment) => (segment === 0 ? gate.promise : undefined) },
      },
    });
    const client = await connectReady(url);
    const burst = pcm(Array.from({ length: 15 }, () => [1, -1]).flat());
    for (const chunk of chunksOf(burst, CHUNK_BYTES)) client.sendAudio(chunk);
    for (const chunk of chunksOf(burst, 1_048_576)) client.sendAudio(chunk);
    client.send({ type: 'DONE' });
    gate.resolve();
    expect(await client.until('STREAM_END')).toMatchObject({ totalUtterances: 30 });
    expect(recognizer.calls).toHaveLength(30);
  });

  it('keeps two sessions apart', async () => {
    const { url } = await startRealtime({
      recognition: { script: { texts: ['one', 'other', 'one again', 'other again'] } },
    });
    const one = await connectReady(url);
    const other = await connectReady(url);
    const speech = pcm([0.6, -1.2]);
    for (const client of [one, other, one, other]) {
      const before = client.messages.length;
      client.sendAudio(speech);
      await client.until('FINAL_RESULT', before);
    }
    for (const client of [one, other]) client.send({ type: 'DONE' });
    await Promise.all([one.closed, other.closed]);
    const texts = (client: typeof one) =>
      client.messages.flatMap((message) => (message.type === 'FINAL_RESULT' ? [message.text] : []));
    expect([texts(one), texts(other)]).toEqual([
      ['one', 'one again'],
      ['other', 'other again'],
    ]);
    expect(one.messages[0]).not.toEqual(other.messages[0]);
  });

  it('uses the log-probabilities of a model that has them for its confidence', async () => {
    const tokens = [-0.1, -0.3].map((logProbability) => ({ text: 'x', logProbability }));
    const { url } = await startRealtime({ recognition: { script: { texts: [{ text: 'hello', tokens }] } } });
    const client = await connectReady(url);
    client.sendAudio(pcm([1, -1]));
    const { confidenceScore } = await client.until('FINAL_RESULT');
    expect(confidenceScore).toBeCloseTo(Math.exp(-0.2), 10);
  });
});
