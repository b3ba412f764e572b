import type { SpeechErrorCode } from '@parlance/core/errors';
import {
  fakePlugin,
  fakePluginContext,
  fakeRecognitionEngine,
  fakeSynthesisEngine,
  fakeTextAligner,
  fakeVoice,
  fakeVoiceActivityDetector,
  joinSamples,
  manualClock,
} from '@parlance/testkit';
import { describeRecognitionEngine, describeSynthesisEngine } from '@parlance/testkit/vitest';
import { describe, expect, it } from 'vitest';
import { fallback } from './fallback.ts';
import { nearestVoice } from './synthesis-chain.ts';

const PROBE_AFTER_MS = 1000;
const failing = (count: number, code: SpeechErrorCode = 'ENGINE_CRASHED') =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [index, code]));

/** A first engine that fails, and a second one at another sample rate. */
async function speakers(failures: Readonly<Record<number, SpeechErrorCode>>, failBeforeChunk = 0) {
  const clock = manualClock();
  const first = fakeSynthesisEngine({
    id: 'first',
    voices: [fakeVoice({ code: 'anna', engine: 'first', nativeRateHz: 22_050 })],
    script: { failures, failBeforeChunk, chunkSamples: 4000 },
  });
  const second = fakeSynthesisEngine({
    id: 'second',
    voices: [fakeVoice({ code: 'bert', engine: 'second', gender: 'male' }), fakeVoice({ engine: 'second' })],
    capabilities: { maxUnitChars: 200 },
  });
  const plugin = fallback(
    [fakePlugin({ id: 'a', synthesis: [first] }), fakePlugin({ id: 'b', synthesis: [second] })],
    {
      probeAfterMs: PROBE_AFTER_MS,
      clock,
    },
  );
  const context = fakePluginContext();
  const [engine] = (await plugin.createSynthesis?.(context)) ?? [];
  if (engine === undefined) throw new TypeError('There is no chain.');
  const unit = { text: 'Hello there, you two.', voiceCode: 'anna', speed: 1 };
  const speak = async (text = unit.text) =>
    joinSamples(await Array.fromAsync(engine.synthesize({ ...unit, text })));
  return { engine, first, second, clock, context, speak };
}

describeSynthesisEngine('a chain whose first engine never works', {
  create: async () => (await speakers(failing(1000))).engine,
});

describeRecognitionEngine('a chain whose first engine never works', {
  create: async () => (await recognizers(failing(1000))).engine,
});

describe('a chain of voices', () => {
  it('speaks with the nearest voice of the next engine, at the sample rate of the requested voice', async () => {
    const { speak, second, first } = await speakers(failing(1));
    const samples = await speak();
    expect(second.calls.map(({ input }) => input.voiceCode)).toEqual(['fake']);
    // 21 characters at 15 a second.
    expect(samples.length / 22_050).toBeCloseTo(1.4, 1);
    expect(first.calls).toHaveLength(1);
  });

  it('does not use a failed engine again until a probe succeeds', async () => {
    const { speak, first, second, clock, context } = await speakers(failing(2));
    await speak();
    await speak();
    expect([first.calls.length, second.calls.length]).toEqual([1, 2]);
    clock.advance(PROBE_AFTER_MS);
    await settled(() => first.calls.at(-1)?.state === 'failed' && first.calls.length === 2);
    await settled(() => clock.pendingTimers === 1);
    clock.advance(PROBE_AFTER_MS);
    await settled(() => context.incidents.length === 2);
    await speak();
    expect(first.calls.at(-1)).toMatchObject({ input: { voiceCode: 'anna' }, state: 'done' });
    expect(context.incidents.map(({ engine, kind }) => [engine, kind])).toEqual([
      ['first', 'breaker-open'],
      ['first', 'breaker-closed'],
    ]);
  });

  it('never restarts a unit whose audio has begun', async () => {
    const { speak, second } = await speakers(failing(1), 1);
    await expect(speak()).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
    expect(second.calls).toEqual([]);
    await speak();
    expect(second.calls).toHaveLength(1);
  });

  it('passes on errors of the caller', async () => {
    const { engine, second } = await speakers({});
    const unknown = engine.synthesize({ text: 'Hello', voiceCode: 'nobody', speed: 1 });
    await expect(Array.fromAsync(unknown)).rejects.toMatchObject({ code: 'VOICE_NOT_FOUND' });
    expect(second.calls).toEqual([]);
    expect(engine.capabilities.maxUnitChars).toBe(200);
  });

  it('is warm if one of its engines is', async () => {
    const { engine, second } = await speakers({});
    await engine.warm();
    expect(second.warmCalls).toBe(1);
  });

  it('keeps its first engine loaded, and unloads all of them', async () => {
    const { engine, first, second } = await speakers({});
    const told: string[] = [];
    for (const one of [first, second]) {
      Object.assign(one, {
        keepLoaded: () => {
          told.push(`${one.id} is kept`);
          return () => void told.push(`${one.id} is let go`);
        },
        unload: async () => void told.push(`${one.id} is unloaded`),
      });
    }
    engine.keepLoaded?.()();
    await engine.unload?.();
    expect(told).toEqual(['first is kept', 'first is let go', 'first is unloaded', 'second is unloaded']);
  });

  it('tells the memory of its engines together, where any of them tells it', async () => {
    const { engine, first, second } = await speakers({});
    expect(engine.residentBytes?.()).toBeUndefined();
    Object.assign(first, { residentBytes: () => undefined });
    Object.assign(second, { residentBytes: () => 20 });
    expect(engine.residentBytes?.()).toBe(20);
    Object.assign(first, { residentBytes: () => 10 });
    expect(engine.residentBytes?.()).toBe(30);
  });

  it('finds the nearest voice by code, gender and language, never in another language', () => {
    const voices = [
      fakeVoice({ code: 'de', languageCode: 'de-DE' }),
      fakeVoice({ code: 'man', gender: 'male' }),
      fakeVoice({ code: 'woman' }),
    ];
    const nearest = (members: Parameters<typeof fakeVoice>[0]) =>
      nearestVoice(voices, fakeVoice(members))?.code;
    expect(nearest({ code: 'man', gender: 'female' })).toBe('man');
    expect(nearest({ code: 'x', gender: 'female' })).toBe('woman');
    expect(nearest({ code: 'x', gender: 'male', languageCode: 'de-DE' })).toBe('de');
    expect(nearest({ code: 'x', languageCode: 'fr-FR' })).toBeUndefined();
  });
});

const hearTwo = (samples: Float32Array): string =>
  samples.some((sample) => Math.abs(sample) > 0.01) ? 'two' : '';

async function recognizers(
  failures: Readonly<Record<number, SpeechErrorCode>>,
  secondRateHz = 16_000,
  hear = hearTwo,
) {
  const first = fakeRecognitionEngine({ id: 'first', script: { failures, texts: ['one'] } });
  const french = fakeRecognitionEngine({ id: 'french', capabilities: { languages: ['fr'] } });
  const second = fakeRecognitionEngine({
    id: 'second',
    script: { hear },
    capabilities: { languages: ['*'], maxSegmentSamples: 100_000, sampleRateHz: secondRateHz },
  });
  const plugin = fallback([
    fakePlugin({ id: 'a', recognition: [first] }),
    fakePlugin({
      id: 'b',
      recognition: [french, second],
      voiceActivity: fakeVoiceActivityDetector(),
      alignment: fakeTextAligner(),
    }),
  ]);
  const [engine] = (await plugin.createRecognition?.(fakePluginContext())) ?? [];
  if (engine === undefined) throw new TypeError('There is no chain.');
  return { engine, plugin, first, french, second };
}

describe('a chain of recognizers', () => {
  it('recognizes with the next engine of the language, which gets all of the audio', async () => {
    const heard: Float32Array[] = [];
    const hear = (given: Float32Array) => {
      heard.push(given);
      return 'two';
    };
    const { engine, french } = await recognizers(failing(1), 16_000, hear);
    const samples = Float32Array.from({ length: 1600 }, (_, index) => index / 1600);
    expect((await engine.recognize(samples)).text).toBe('two');
    expect(heard).toEqual([samples]);
    expect(french.calls).toEqual([]);
    await engine.close();
  });

  it('uses an engine that lists the language under another code', async () => {
    const first = fakeRecognitionEngine({
      id: 'first',
      script: { failures: failing(1) },
      capabilities: { languages: ['nb'] },
    });
    const second = fakeRecognitionEngine({
      id: 'second',
      script: { texts: ['god morgen'] },
      capabilities: { languages: ['da', 'no'] },
    });
    const plugin = fallback([
      fakePlugin({ id: 'a', recognition: [first] }),
      fakePlugin({ id: 'b', recognition: [second] }),
    ]);
    const [engine] = (await plugin.createRecognition?.(fakePluginContext())) ?? [];
    expect((await engine?.recognize(new Float32Array(1600)))?.text).toBe('god morgen');
    await engine?.close();
  });

  it('reports the last error if every engine failed', async () => {
    const { engine, second } = await recognizers(failing(1));
    await second.close();
    await expect(engine.recognize(new Float32Array(1600))).rejects.toMatchObject({ code: 'SHUTTING_DOWN' });
    await engine.close();
  });

  it('has the capabilities that all its engines share, and the detector and the aligner of one of them', async () => {
    const { engine, plugin } = await recognizers({});
    expect(engine.capabilities).toMatchObject({ maxSegmentSamples: 100_000, languages: ['en'] });
    expect(plugin.createVoiceActivity).toBeDefined();
    expect(plugin.createAlignment).toBeDefined();
  });

  it('refuses engines with different sample rates', async () => {
    await expect(recognizers({}, 8000)).rejects.toMatchObject({ code: 'INVALID_CONFIG' });
  });
});

it('names the model of the first engine, which a host may fetch without loading it', async () => {
  const plugin = fallback([
    fakePlugin({
      id: 'a',
      synthesis: [{ ...fakeSynthesisEngine({ id: 'first' }), model: 'joe' }],
      recognition: [{ ...fakeRecognitionEngine({ id: 'first' }), model: 'whisper' }],
    }),
    fakePlugin({ id: 'b', synthesis: [{ ...fakeSynthesisEngine({ id: 'second' }), model: 'amy' }] }),
  ]);
  const [speaker] = (await plugin.createSynthesis?.(fakePluginContext())) ?? [];
  const [recognizer] = (await plugin.createRecognition?.(fakePluginContext())) ?? [];
  expect([speaker?.model, recognizer?.model]).toEqual(['joe', 'whisper']);
});

/** Waits for background work: checks the condition in each turn of the event loop. */
async function settled(isSo: () => boolean): Promise<void> {
  for (let turn = 0; turn < 1000 && !isSo(); turn++) await new Promise((resolve) => setImmediate(resolve));
  expect(isSo()).toBe(true);
}
