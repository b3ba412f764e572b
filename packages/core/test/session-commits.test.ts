import { createAudioCodec } from '@parlance/audio';
import { deferred, tone } from '@parlance/testkit';
import { expect, it } from 'vitest';
import type { SpeechNotice } from '../src/recognition/index.ts';
import { openSession, type ServerMessage, type SessionConfig } from '../src/session/index.ts';
import { type Bench, openBench } from './support/bench.ts';

const RATE_HZ = 24_000;
const CONFIG: SessionConfig = {
  sampleRateHz: RATE_HZ,
  interimResults: false,
  speechCompleteTimeoutMs: 500,
  speechNotices: true,
};
const codec = createAudioCodec();

const pcm = (seconds: number, amplitude: number): Uint8Array => {
  const samples = tone({ frequencyHz: 220, sampleRateHz: RATE_HZ, lengthSamples: seconds * RATE_HZ });
  return new Uint8Array(Int16Array.from(samples, (sample) => sample * amplitude).buffer);
};
const speech = (seconds: number): Uint8Array => pcm(seconds, 32_767);
const silence = (seconds: number): Uint8Array => pcm(seconds, 0);

/** A session that reports in order what it is told, the texts of results and the types of notices. */
async function connect(bench: Bench) {
  const told: string[] = [];
  const reading: string[] = [];
  const notices: SpeechNotice[] = [];
  const finals: Extract<ServerMessage, { type: 'FINAL_RESULT' }>[] = [];
  const ready = deferred();
  const waiting = new Set<() => void>();
  const session = openSession(
    { ...bench.ports, codec, authenticate: async () => bench.app },
    { token: 'token', appId: bench.app.appId },
    {
      send(message) {
        if (message.type === 'READY') ready.resolve();
        else told.push(message.type === 'FINAL_RESULT' ? message.text : message.type);
        if (message.type === 'FINAL_RESULT') finals.push(message);
        for (const look of [...waiting]) look();
      },
      notify(notice) {
        notices.push(notice);
        told.push(notice.type);
        for (const look of [...waiting]) look();
      },
      close: () => undefined,
      pause: () => void reading.push('pause'),
      resume: () => void reading.push('resume'),
    },
  );
  session.receive({ type: 'config', config: CONFIG });
  await ready.promise;
  return {
    session,
    told,
    reading,
    notices,
    finals,
    hear: (bytes: Uint8Array) => session.receive({ type: 'audio', bytes }),
    commits: (count: number) =>
      new Promise<void>((resolve) => {
        const look = (): void => {
          if (told.filter((type) => type === 'committed').length < count) return;
          waiting.delete(look);
          resolve();
        };
        waiting.add(look);
        look();
      }),
  };
}

it('ends the open utterance at a commit, continues after it, and continues its times', async () => {
  await using bench = await openBench({ seconds: '10' });
  const client = await connect(bench);
  client.hear(speech(1));
  client.session.receive({ type: 'commit' });
  client.hear(silence(1));
  client.hear(speech(1));
  client.session.receive({ type: 'commit' });
  await client.commits(2);
  const utterance = ['speech-start', 'speech-end'];
  expect(client.told).toEqual([...utterance, 'Hello.', 'committed', ...utterance, 'World.', 'committed']);
  expect(client.finals[0]?.endTime).toBeCloseTo(1, 1);
  expect(client.finals[1]?.startVoiceTime).toBeCloseTo(2, 1);
  expect(client.finals[1]?.endTime).toBeCloseTo(3, 1);
  const starts = client.notices.flatMap((notice) => (notice.type === 'speech-start' ? notice.atSeconds : []));
  expect(starts[1]).toBeCloseTo(2, 1);
  expect(client.finals[1]?.startTime).toBeCloseTo(2, 0);
  expect(client.finals[1]?.startTime).toBeGreaterThan(1.4);
  expect(client.finals[1]?.endVoiceTime).toBeCloseTo(3, 1);
  const ends = client.notices.flatMap((notice) => (notice.type === 'speech-end' ? notice : []));
  expect(ends.map(({ startSeconds, endSeconds }) => [startSeconds, endSeconds])).toEqual(
    client.finals.map(({ startTime, endTime }) => [startTime, endTime]),
  );
  client.session.leave();
  await client.session.ended;
  expect(await bench.ledger()).toEqual(['charge -3']);
});

it('accepts another configuration with a commit', async () => {
  await using bench = await openBench({ seconds: '10' });
  const client = await connect(bench);
  const config = { ...CONFIG, sampleRateHz: 8000, speechCompleteTimeoutMs: 3000 };
  client.session.receive({ type: 'commit', config });
  // 1 s at 24 kHz is 3 s at 8 kHz, and then a pause that no longer ends an utterance.
  client.hear(speech(1));
  client.hear(silence(0.5));
  client.hear(speech(0.5));
  client.session.receive({ type: 'commit' });
  await client.commits(2);
  expect(client.told).toEqual(['committed', 'speech-start', 'speech-end', 'Hello.', 'committed']);
  expect(client.finals[0]?.endTime).toBeCloseTo(6, 1);
  client.session.receive({ type: 'done' });
  await client.session.ended;
  expect(await bench.ledger()).toEqual(['charge -6']);
});

it('reports an utterance without words, and waits for speech as long as the session may last', async () => {
  await using bench = await openBench({ recognition: { script: { texts: ['', 'World.'] } } });
  const client = await connect(bench);
  client.hear(silence(12));
  client.session.receive({ type: 'commit' });
  client.hear(speech(1));
  client.hear(silence(1));
  client.hear(speech(1));
  client.session.receive({ type: 'commit' });
  await client.commits(2);
  const utterance = ['speech-start', 'speech-end'];
  expect(client.told.filter((type) => utterance.includes(type))).toEqual([...utterance, ...utterance]);
  expect(client.told.filter((type) => !utterance.includes(type))).toEqual([
    'committed',
    'no-words',
    'World.',
    'committed',
  ]);
  const starts = client.notices.flatMap((notice) =>
    notice.type === 'speech-end' || notice.type === 'no-words' ? notice.startSeconds : [],
  );
  expect(starts[1]).toBe(starts[0]);
  expect(starts[0]).toBeCloseTo(12, 0);
  client.session.leave();
  await client.session.ended;
});

it('reads a client that only sends commits no faster than they are processed', async () => {
  await using bench = await openBench();
  const client = await connect(bench);
  client.reading.length = 0;
  for (let sent = 0; sent < 50; sent += 1) client.session.receive({ type: 'commit' });
  expect(client.reading).toEqual(['pause']);
  await client.commits(50);
  expect(client.reading).toEqual(['pause', 'resume']);
  client.session.leave();
  await client.session.ended;
});
