import { getEventListeners } from 'node:events';
import { tone } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { type AudioStretch, appIdOf, createParlanceClient, LiveAudio, ParlanceError } from '../src/index.ts';
import type { ListenOptions } from '../src/live/listen.ts';
import { type ListenToEvent, listenTo } from '../src/live/listen-to.ts';
import type { LiveSession } from '../src/live/live-session.ts';
import { serveClient } from './serve.ts';

const RATE_HZ = 16_000;
const MAX = { maxSamples: 60 * RATE_HZ };
const OPTIONS = { sampleRateHz: RATE_HZ } as const;

const samples = (seconds: number, frequencyHz = 0): Int16Array =>
  Int16Array.from(tone({ frequencyHz, sampleRateHz: RATE_HZ, lengthSamples: seconds * RATE_HZ }), (sample) =>
    Math.round(sample * 32_767),
  );

function audioOf(...parts: Int16Array[]): LiveAudio {
  const audio = new LiveAudio(MAX);
  for (const part of parts) audio.append(part);
  return audio;
}

/** What one session after the other gives; an error ends the session that has it. */
function scripted(...sessions: readonly (readonly (number | ParlanceError)[])[]) {
  const secondsHeard: number[] = [];
  const listen = (audio: AsyncIterable<Int16Array>, _options: ListenOptions): LiveSession => ({
    ready: Promise.resolve(`session ${secondsHeard.length}`),
    async *[Symbol.asyncIterator]() {
      const pieces = await Array.fromAsync(audio);
      secondsHeard.push(pieces.reduce((sum, { length }) => sum + length, 0) / RATE_HZ);
      for (const outcome of sessions[secondsHeard.length - 1] ?? []) {
        if (typeof outcome !== 'number') throw outcome;
        const times = { startTime: 0, endTime: outcome, startVoiceTime: 0.25, endVoiceTime: outcome - 0.25 };
        const words = [{ text: 'hello', startTime: 0.25, endTime: 0.5 }];
        yield { type: 'FINAL_RESULT', text: 'hello', words, ...times } as never;
      }
    },
  });
  return { listen, secondsHeard };
}

const ended = (code: string, retryable = false) => new ParlanceError(code, { code, retryable });

describe('listening to a stretch of audio', () => {
  it('continues after the last final when the session has reached its maximum duration', async () => {
    const audio = audioOf(samples(30));
    audio.close();
    const { listen, secondsHeard } = scripted([24.5, ended('SESSION_TIMEOUT')], [5]);
    const events = await Array.fromAsync(listenTo(listen, audio, { position: 0 }, OPTIONS));
    expect(secondsHeard).toEqual([30, 5.5]);
    expect(events).toMatchObject([
      { sessionId: 'session 0', startVoiceTime: 0.25, endTime: 24.5 },
      {
        sessionId: 'session 1',
        startVoiceTime: 24.75,
        endTime: 29.5,
        words: [{ startTime: 24.75, endTime: 25 }],
      },
    ]);
  });

  it('continues shortly before the end of a silence, and sends noise at most once more', async () => {
    const audio = audioOf(samples(30));
    audio.close();
    const { listen, secondsHeard } = scripted([ended('NO_INPUT_TIMEOUT')], [ended('NO_INPUT_TIMEOUT')]);
    await Array.fromAsync(listenTo(listen, audio, { position: 0 }, OPTIONS));
    // Of 30 s all but the last 8 were surely heard; of those 8 none may be lost, and then nothing is left.
    expect(secondsHeard).toEqual([30, 8]);
  });

  it('continues half a second before the end of a silence, where somebody may have begun to speak', async () => {
    const audio = audioOf(samples(10));
    audio.close();
    const { listen, secondsHeard } = scripted([ended('NO_INPUT_TIMEOUT')]);
    await Array.fromAsync(listenTo(listen, audio, { position: 0 }, OPTIONS));
    expect(secondsHeard).toEqual([10, 0.5]);
  });

  it('waits for audio before it opens a session', async () => {
    const audio = audioOf();
    const { listen, secondsHeard } = scripted([]);
    const listening = Array.fromAsync(listenTo(listen, audio, { position: 0 }, OPTIONS));
    audio.append(samples(1));
    audio.close();
    await listening;
    expect(secondsHeard).toEqual([1]);
  });

  it('stops waiting for audio when it is aborted, and leaves no listener', async () => {
    const stop = new AbortController();
    const { listen, secondsHeard } = scripted([]);
    const options = { ...OPTIONS, signal: stop.signal };
    const listening = Array.fromAsync(listenTo(listen, audioOf(), { position: 0 }, options));
    await new Promise((resolve) => setImmediate(resolve));
    stop.abort(new Error('enough'));
    await expect(listening).rejects.toBe(stop.signal.reason);
    expect(getEventListeners(stop.signal, 'abort')).toEqual([]);
    expect(secondsHeard).toEqual([]);
  });

  it('throws every other error, and continues where it is told to', async () => {
    const audio = audioOf(samples(5), samples(15));
    audio.close();
    const stretch: AudioStretch = { position: 0 };
    const { listen, secondsHeard } = scripted([7, ended('NETWORK', true)], [13]);
    const events: ListenToEvent[] = [];
    const listening = async () => {
      for await (const event of listenTo(listen, audio, stretch, OPTIONS)) events.push(event);
    };
    await expect(listening()).rejects.toMatchObject({ code: 'NETWORK' });
    // What has a final is not kept.
    expect((await Array.fromAsync(audio.read({ position: 0 }))).map(({ length }) => length)).toEqual([
      15 * RATE_HZ,
    ]);
    await listening();
    expect(secondsHeard).toEqual([20, 13]);
    expect(events.map(({ endTime }) => endTime)).toEqual([7, 20]);
  });

  it('ends where the stretch does, even if that is known only later', async () => {
    const audio = audioOf(samples(2));
    const stretch: AudioStretch = { position: RATE_HZ };
    const { listen, secondsHeard } = scripted([]);
    const sessions: number[] = [];
    const onSessionEnd = ({ audioSeconds }: { readonly audioSeconds: number }) => sessions.push(audioSeconds);
    const listening = Array.fromAsync(listenTo(listen, audio, stretch, { ...OPTIONS, onSessionEnd }));
    audio.append(samples(2));
    stretch.end = 3.5 * RATE_HZ;
    audio.wake();
    await listening;
    expect([secondsHeard, sessions]).toEqual([[2.5], [2.5]]);
  });

  it('drops audio that is older than its limit', async () => {
    const audio = audioOf(samples(50), samples(20));
    audio.close();
    const { listen, secondsHeard } = scripted([]);
    await Array.fromAsync(listenTo(listen, audio, { position: 0 }, OPTIONS));
    expect(secondsHeard).toEqual([70]);
    audio.forget(60 * RATE_HZ);
    await Array.fromAsync(listenTo(listen, audio, { position: 0 }, OPTIONS));
    expect(secondsHeard).toEqual([70, 20]);
  });

  it('reports times of all audio, not of its rest, after some of it was dropped', async () => {
    const audio = audioOf(samples(50), samples(70));
    audio.close();
    const stretch: AudioStretch = { position: 0 };
    const { listen, secondsHeard } = scripted([10, ended('NETWORK', true)], [60]);
    const events: ListenToEvent[] = [];
    const listening = async () => {
      for await (const event of listenTo(listen, audio, stretch, OPTIONS)) events.push(event);
    };
    await expect(listening()).rejects.toMatchObject({ code: 'NETWORK' });
    await listening();
    expect(secondsHeard).toEqual([70, 60]);
    expect(events.map(({ endTime }) => endTime)).toEqual([60, 120]);
  });

  it('sends no other audio for a stretch that was dropped', async () => {
    const audio = audioOf(samples(50), samples(70));
    const { listen, secondsHeard } = scripted([]);
    await Array.fromAsync(listenTo(listen, audio, { position: 0, end: 40 * RATE_HZ }, OPTIONS));
    expect(secondsHeard).toEqual([0]);
  });

  it('recognizes speech on both sides of a long silence through a server, with its times', async () => {
    await using served = await serveClient({ script: { texts: ['hello'] } });
    const audio = audioOf(samples(0.6, 200), samples(25), samples(0.6, 200), samples(1.2));
    audio.close();
    const events = await Array.fromAsync(served.client.listenTo(audio, { position: 0 }, OPTIONS));
    const spoken = events.filter(({ text }) => text !== '');
    expect(spoken.map(({ text }) => text)).toEqual(['hello', 'hello']);
    expect(spoken[1]?.startVoiceTime).toBeCloseTo(25.6, 0);
    expect(new Set(spoken.map(({ sessionId }) => sessionId)).size).toBe(2);
  });

  it('does not wait for a server longer than its limit', async () => {
    await using served = await serveClient();
    const audio = audioOf(samples(1));
    const options = { ...OPTIONS, readyTimeoutMs: 0 };
    const listening = Array.fromAsync(served.client.listenTo(audio, { position: 0 }, options));
    await expect(listening).rejects.toMatchObject({ code: 'NETWORK', retryable: true });
  });
});

describe('the App ID', () => {
  const token = (claims: object) =>
    `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;

  it('is that of the token if none is given', async () => {
    expect(appIdOf(token({ sub: 'an-app', note: '~~~???' }))).toBe('an-app');
    expect(() =>
      createParlanceClient({ url: 'http://127.0.0.1:9', token: token({ sub: 'an-app' }) }),
    ).not.toThrow();
  });

  it.each(['', 'no token', 'a.b.c', token({}), token({ sub: '' }), token({ sub: 7 })])(
    'is not in %j',
    (faulty) => {
      expect(() => appIdOf(faulty)).toThrow(
        expect.objectContaining({ code: 'UNAUTHORIZED', retryable: false }),
      );
      expect(() => createParlanceClient({ url: 'http://127.0.0.1:9', token: faulty })).toThrow(/appId/);
    },
  );
});
