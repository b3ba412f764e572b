import {
  deferred,
  fakeRecognitionEngine,
  fakeVoiceActivityDetector,
  manualClock,
  tone,
} from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { concatSamples } from '../../audio/pcm-format.ts';
import type { RecognitionEngine } from '../../engine/recognition-engine.ts';
import type { EngineCallOptions } from '../../engine/synthesis-engine.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import { createAsyncQueue } from '../../platform/async-queue.ts';
import type { RecognitionEvent } from '../recognition-event.ts';
import { type RecognizeSpeechOptions, recognizeSpeech } from '../recognizer/recognize-speech.ts';
import type { SpeechRecognizer } from '../recognizer/speech-recognizer.ts';
import { createDecodePace } from './decode-pace.ts';

const RATE_HZ = 16_000;

/** Seconds of tone (above 0) and of silence (below 0). */
function sound(...stretches: readonly number[]): Float32Array {
  return concatSamples(
    stretches.map((seconds) => {
      const lengthSamples = Math.round(Math.abs(seconds) * RATE_HZ);
      return seconds < 0
        ? new Float32Array(lengthSamples)
        : tone({ frequencyHz: 200, sampleRateHz: RATE_HZ, lengthSamples });
    }),
  );
}

/** A speech stream whose next piece is heard when the test says so. */
function speak(
  recognizer: Omit<SpeechRecognizer, 'voiceActivity'>,
  options: Partial<RecognizeSpeechOptions> = {},
) {
  const audio = createAsyncQueue<Float32Array>();
  const events: RecognitionEvent[] = [];
  const voiceActivity = fakeVoiceActivityDetector();
  const recognized = recognizeSpeech({ ...recognizer, voiceActivity }, audio, {
    speechCompleteTimeoutMs: 800,
    interimResults: true,
    ...options,
  });
  const ended = (async () => {
    for await (const event of recognized) events.push(event);
  })();
  return {
    events,
    ended,
    say: (...stretches: readonly number[]) => audio.push(sound(...stretches)),
    async end() {
      audio.end();
      await ended;
    },
    texts: (type: RecognitionEvent['type']) =>
      events.flatMap((event) => (event.type === type ? [event.text] : [])),
  };
}

/** Notes for what each utterance is wanted. */
function noteLanes(recognizer: RecognitionEngine) {
  const lanes: EngineCallOptions['lane'][] = [];
  const noting: RecognitionEngine = {
    ...recognizer,
    recognize(samples, options) {
      lanes.push(options?.lane);
      return recognizer.recognize(samples, options);
    },
  };
  return { lanes, noting };
}

describe('an utterance that is probably over', () => {
  it('is decoded before its silence is long enough, and that text is the final when it is', async () => {
    const recognizer = fakeRecognitionEngine({ script: { texts: ['hello'] } });
    const speech = speak({ engine: recognizer }, { interimResults: false });
    speech.say(1, -0.5);
    await expect.poll(() => recognizer.calls.map(({ state }) => state)).toEqual(['done']);
    expect(speech.events).toEqual([]);
    speech.say(-0.4);
    await expect.poll(() => speech.texts('transcript-final')).toEqual(['hello']);
    await speech.end();
    expect(recognizer.calls).toHaveLength(1);
  });

  it('is decoded from the same samples as without the early start', async () => {
    const samplesOf = async (pieces: readonly (readonly number[])[]) => {
      const recognizer = fakeRecognitionEngine({ script: { texts: ['hello'] } });
      const speech = speak({ engine: recognizer }, { interimResults: false });
      for (const piece of pieces) {
        speech.say(...piece);
        await expect.poll(() => recognizer.calls.every(({ state }) => state === 'done')).toBe(true);
      }
      await speech.end();
      return recognizer.calls.map(({ input }) => input);
    };
    expect(await samplesOf([[-0.5, 1, -0.5], [-0.5]])).toEqual(await samplesOf([[-0.5, 1, -1]]));
  });

  it('is decoded again when it continues after all', async () => {
    const recognizer = fakeRecognitionEngine({ script: { texts: ['hello', 'hello world'] } });
    const speech = speak({ engine: recognizer }, { interimResults: false });
    speech.say(1, -0.5);
    await expect.poll(() => recognizer.calls).toHaveLength(1);
    speech.say(1, -0.9);
    await speech.end();
    expect(speech.texts('transcript-final')).toEqual(['hello world']);
  });

  it('that continues while it is being decoded delays nothing', async () => {
    const gate = deferred();
    const recognizer = fakeRecognitionEngine({
      script: { texts: ['hello', 'hello world'], gate: (at) => (at === 0 ? gate.promise : undefined) },
    });
    const speech = speak({ engine: recognizer }, { interimResults: false });
    speech.say(1, -0.5);
    await expect.poll(() => recognizer.calls).toHaveLength(1);
    speech.say(1, -0.9);
    await expect.poll(() => speech.texts('transcript-final')).toEqual(['hello world']);
    expect(recognizer.calls[0]?.state).toBe('aborted');
    await speech.end();
  });

  it('reports its text as an interim, and only once', async () => {
    const recognizer = fakeRecognitionEngine({ script: { texts: ['hello'] } });
    const speech = speak({ engine: recognizer });
    speech.say(0.2, -0.5);
    await expect.poll(() => speech.texts('transcript-partial')).toEqual(['hello']);
    speech.say(-0.2);
    speech.say(-0.2);
    await speech.end();
    expect(speech.events.map(({ type }) => type)).toEqual(['transcript-partial', 'transcript-final']);
  });

  it('is decoded again if its worker died, and only once', async () => {
    const dying = (failures: Readonly<Record<number, 'ENGINE_CRASHED'>>) =>
      fakeRecognitionEngine({ script: { texts: ['hello'], failures } });
    const speech = speak({ engine: dying({ 0: 'ENGINE_CRASHED' }) }, { interimResults: false });
    speech.say(1, -0.9);
    await speech.end();
    expect(speech.texts('transcript-final')).toEqual(['hello']);
    const lost = speak({ engine: dying({ 0: 'ENGINE_CRASHED', 1: 'ENGINE_CRASHED' }) });
    lost.say(0.2, -0.9);
    await expect(lost.end()).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
  });

  it('waits in order before its silence is over, even while finals occupy every worker', async () => {
    const recognizer = fakeRecognitionEngine({ script: { texts: ['hello'] } });
    const pace = createDecodePace({ clock: manualClock(), concurrency: 1 });
    const speech = speak({ engine: recognizer, pace }, { interimResults: false });
    const endOther = pace.beginFinal();
    speech.say(1, -0.7);
    await expect.poll(() => recognizer.calls.map(({ state }) => state)).toEqual(['done']);
    expect(speech.events).toEqual([]);
    endOther();
    speech.say(-0.4);
    await speech.end();
    expect(speech.texts('transcript-final')).toEqual(['hello']);
    expect(recognizer.calls).toHaveLength(1);
  });

  it('is not decoded early if nobody waits for it', async () => {
    const recognizer = fakeRecognitionEngine({ script: { texts: ['hello'] } });
    const speech = speak({ engine: recognizer }, { interimResults: false, lane: 'batch' });
    for (const piece of [
      [1, -0.5],
      [1, -0.9],
    ])
      speech.say(...piece);
    await speech.end();
    expect(recognizer.calls).toHaveLength(1);
  });
});

describe('interims', () => {
  it('come less often the longer the utterance is, with a growing endTime', async () => {
    const recognizer = fakeRecognitionEngine({ script: { texts: ['word'] } });
    const speech = speak({ engine: recognizer });
    for (let piece = 1; piece <= 80; piece += 1) {
      const before = recognizer.calls.length;
      speech.say(0.1);
      // The piece is worked through when a later one could be; an interim ends before the next is due.
      await new Promise((resolve) => setImmediate(resolve));
      if (recognizer.calls.length > before)
        await expect.poll(() => recognizer.calls.every(({ state }) => state === 'done')).toBe(true);
    }
    const ends = speech.events.map(({ endSeconds }) => endSeconds);
    expect(ends).toEqual([...new Set(ends)].sort((one, other) => one - other));
    const steps = ends.slice(1).map((end, at) => end - (ends[at] ?? 0));
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0.3);
    expect(steps.at(-1)).toBeGreaterThan(2 * (steps[0] ?? 0));
    await speech.end();
  });

  it('give way to finals: under overload no final is lost and no interim waits', async () => {
    const clock = manualClock();
    const gates = new Map<number, ReturnType<typeof deferred<void>>>();
    const recognizer = fakeRecognitionEngine({
      capabilities: { concurrency: 2 },
      script: {
        texts: ['word'],
        gate(at) {
          const gate = deferred();
          gates.set(at, gate);
          return gate.promise;
        },
      },
    });
    const pace = createDecodePace({ clock, concurrency: 2 });
    const talks = Array.from({ length: 6 }, () => speak({ engine: recognizer, pace }));
    // Four people stop; two go on talking all the time.
    for (const talk of talks.slice(0, 4)) talk.say(0.25, -0.9);
    await expect.poll(() => recognizer.calls.length).toBeGreaterThanOrEqual(4);
    const asked = recognizer.calls.length;
    for (let piece = 0; piece < 30; piece += 1) {
      for (const talk of talks.slice(4)) talk.say(0.1);
      clock.advance(100);
      await new Promise((resolve) => setImmediate(resolve));
    }
    expect(recognizer.calls.length).toBe(asked);
    expect(pace.load).toBeGreaterThan(0.4);
    for (const gate of gates.values()) gate.resolve();
    for (const talk of talks.slice(0, 4))
      await expect.poll(() => talk.texts('transcript-final')).toEqual(['word']);
    // With room again the next interim is of what was said by now, not of what was refused.
    clock.advance(60_000);
    talks[4]?.say(0.1);
    await expect.poll(() => recognizer.calls.length).toBeGreaterThan(asked);
    expect(recognizer.calls.at(-1)?.input.length).toBeGreaterThan(3 * RATE_HZ);
    for (const talk of talks) {
      const isOver = talk.end();
      const release = setInterval(() => {
        for (const gate of gates.values()) gate.resolve();
      }, 5);
      await isOver.finally(() => clearInterval(release));
      expect(talk.texts('transcript-final')).toEqual(['word']);
    }
  });
});

describe('audio that arrives faster than anybody speaks', () => {
  it('is decoded in a separate lane, to its last word, with neither interims nor early finals', async () => {
    const { lanes, noting } = noteLanes(
      fakeRecognitionEngine({ script: { texts: ['one', 'two', 'three'] } }),
    );
    const pace = createDecodePace({ clock: manualClock(), concurrency: 1 });
    const speech = speak({ engine: noting, pace }, { isAhead: () => true });
    for (let utterance = 0; utterance < 3; utterance += 1) speech.say(1, -0.5, -0.5);
    await speech.end();
    expect(speech.texts('transcript-final')).toEqual(['one', 'two', 'three']);
    expect(speech.texts('transcript-partial')).toEqual([]);
    expect(lanes).toEqual(['ahead', 'ahead', 'ahead']);
  });

  it('does not reduce the interims of live speakers', async () => {
    const gate = deferred();
    const { lanes, noting: recognizer } = noteLanes(
      fakeRecognitionEngine({ script: { texts: ['word'], gate: () => gate.promise } }),
    );
    const pace = createDecodePace({ clock: manualClock(), concurrency: 1 });
    const burst = speak({ engine: recognizer, pace }, { isAhead: () => true });
    burst.say(1, -1);
    await expect.poll(() => lanes).toEqual(['ahead']);
    const talk = speak({ engine: recognizer, pace });
    talk.say(1);
    await expect.poll(() => lanes).toEqual(['ahead', 'interim']);
    gate.resolve();
    await Promise.all([burst.end(), talk.end()]);
  });

  it('is live again once it arrives at the pace of speech', async () => {
    const { lanes, noting: recognizer } = noteLanes(
      fakeRecognitionEngine({ script: { texts: ['one', 'two'] } }),
    );
    let isAhead = true;
    const speech = speak({ engine: recognizer }, { isAhead: () => isAhead, interimResults: false });
    speech.say(1, -1);
    await expect.poll(() => speech.texts('transcript-final')).toEqual(['one']);
    isAhead = false;
    speech.say(1, -1);
    await speech.end();
    expect(lanes).toEqual(['ahead', 'final']);
  });
});

describe('a detector whose worker dies', () => {
  it('is reopened and given the same frames again, so no utterance is lost', async () => {
    const detector = fakeVoiceActivityDetector();
    let detections = 0;
    const dying = {
      ...detector,
      async open(options: Parameters<typeof detector.open>[0]) {
        const stream = await detector.open(options);
        return {
          ...stream,
          async detect(samples: Float32Array) {
            detections += 1;
            if (detections === 3) throw new SpeechError('ENGINE_CRASHED', 'The worker died.');
            return stream.detect(samples);
          },
        };
      },
    };
    const recognizer = fakeRecognitionEngine({ script: { texts: ['hello'] } });
    const events = recognizeSpeech(
      { engine: recognizer, voiceActivity: dying },
      (async function* () {
        for (let piece = 0; piece < 8; piece += 1) yield sound(0.2);
      })(),
      { speechCompleteTimeoutMs: 800, interimResults: false },
    );
    const finals = await Array.fromAsync(events);
    expect(finals).toMatchObject([{ type: 'transcript-final', text: 'hello', endVoiceSeconds: 1.6 }]);
    expect(detections).toBe(9);
    expect(detector.openStreams).toBe(0);
  });
});
