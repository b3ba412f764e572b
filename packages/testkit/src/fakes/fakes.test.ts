import { SpeechError } from '@parlance/core/errors';
import { describe, expect, it } from 'vitest';
import { speak } from '../conformance/synthesis/listening.ts';
import { deferred } from '../deferred.ts';
import { tone } from '../signals/tone.ts';
import { fakeModelStore } from './fake-model-store.ts';
import { fakePlugin, fakePluginContext } from './fake-plugin.ts';
import { fakeRecognitionEngine } from './fake-recognition-engine.ts';
import { fakeSynthesisEngine } from './fake-synthesis-engine.ts';
import { fakeVoiceActivityDetector } from './fake-voice-activity-detector.ts';

const unit = { text: 'Hello', voiceCode: 'fake', speed: 1 };
const coded = (code: string) => expect.objectContaining({ code });

describe('the fake synthesis engine', () => {
  it('hums for the length of the text at the script’s pace, divided by the speed', async () => {
    const engine = fakeSynthesisEngine({ script: { secondsPerChar: 0.1 } });
    expect(await speak(engine, unit)).toHaveLength(8000);
    expect(await speak(engine, { ...unit, speed: 0.5 })).toHaveLength(16_000);
  });

  it('waits for the script before each chunk, and fails where the script does', async () => {
    const gates = [deferred(), deferred(), deferred()];
    const engine = fakeSynthesisEngine({
      script: {
        chunkSamples: 1000,
        gate: (_unit, chunk) => gates[chunk]?.promise,
        failures: { 0: 'ENGINE_FAILED' },
        failBeforeChunk: 2,
      },
    });
    const chunks = engine.synthesize(unit)[Symbol.asyncIterator]();
    let arrived = 0;
    const first = chunks.next().then(() => ++arrived);
    await Promise.resolve();
    expect(arrived).toBe(0);
    gates[0]?.resolve();
    await first;
    const second = chunks.next();
    gates[1]?.resolve();
    expect((await second).value).toHaveLength(1000);
    gates[2]?.resolve();
    await expect(chunks.next()).rejects.toThrow(coded('ENGINE_FAILED'));
    expect(engine.calls).toEqual([{ index: 0, input: unit, state: 'failed' }]);
  });

  it('records aborts, closes and consumers that leave', async () => {
    const gate = deferred();
    const controller = new AbortController();
    const engine = fakeSynthesisEngine({
      script: { gate: (index) => (index === 0 ? undefined : gate.promise) },
    });
    for await (const _ of engine.synthesize(unit)) break;
    const aborted = speak(engine, unit, { signal: controller.signal });
    const closed = speak(engine, unit);
    controller.abort('enough');
    await expect(aborted).rejects.toThrow(coded('ABORTED'));
    await engine.close();
    await expect(closed).rejects.toThrow(coded('SHUTTING_DOWN'));
    expect(engine.calls.map((call) => call.state)).toEqual(['left', 'aborted', 'closed']);
    expect(engine.isClosed).toBe(true);
  });
});

describe('the fake recognition engine', () => {
  const samples = new Float32Array(1600);

  it('returns the scripted texts in order, then repeats the last one', async () => {
    const tokens = [{ text: 'b', startSeconds: 0.1, logProbability: -0.5 }];
    const engine = fakeRecognitionEngine({ script: { texts: ['a', { text: 'b', tokens }] } });
    const texts = [
      await engine.recognize(samples),
      await engine.recognize(samples),
      await engine.recognize(samples),
    ];
    expect(texts).toEqual([
      { text: 'a', tokens: [] },
      { text: 'b', tokens },
      { text: 'b', tokens },
    ]);
  });

  it('can be paused, aborted, closed and made to fail', async () => {
    const gate = deferred();
    const controller = new AbortController();
    const engine = fakeRecognitionEngine({
      script: { gate: () => gate.promise, failures: { 1: 'ENGINE_CRASHED' } },
    });
    const aborted = engine.recognize(samples, { signal: controller.signal });
    const failed = engine.recognize(samples);
    controller.abort();
    await expect(aborted).rejects.toThrow(coded('ABORTED'));
    gate.resolve();
    await expect(failed).rejects.toThrow(coded('ENGINE_CRASHED'));
    await engine.close();
    await expect(engine.recognize(samples)).rejects.toThrow(coded('SHUTTING_DOWN'));
    expect(engine.calls.map((call) => call.state)).toEqual(['aborted', 'failed', 'closed']);
  });

  it('refuses a segment beyond its limit', async () => {
    const engine = fakeRecognitionEngine({ capabilities: { maxSegmentSamples: 1599 } });
    await expect(engine.recognize(samples)).rejects.toThrow(
      'The segment has 1600 samples; the limit is 1599.',
    );
  });
});

describe('the fake voice activity detector', () => {
  it('takes loud frames for speech', async () => {
    const detector = fakeVoiceActivityDetector({ frameSamples: 160 });
    const stream = await detector.open();
    const loud = tone({ frequencyHz: 200, sampleRateHz: 16_000, lengthSamples: 160 });
    const signal = new Float32Array([...loud, ...new Float32Array(160), ...loud]);
    expect([...(await stream.detect(signal))]).toEqual([1, 0, 1]);
    await expect(stream.detect(new Float32Array(100))).rejects.toThrow('not a multiple');
  });

  it('refuses calls after it is closed', async () => {
    const detector = fakeVoiceActivityDetector();
    const stream = await detector.open();
    expect(detector.openStreams).toBe(1);
    await detector.close();
    await expect(stream.detect(new Float32Array(512))).rejects.toThrow(coded('SHUTTING_DOWN'));
    await expect(detector.open()).rejects.toThrow(coded('SHUTTING_DOWN'));
  });
});

describe('the fake plugin and store', () => {
  it('request each model before they return an engine', async () => {
    const engine = fakeSynthesisEngine();
    const plugin = fakePlugin({ models: ['a', 'b'], synthesis: [engine] });
    const models = fakeModelStore({ models: { a: {}, b: { licence: 'MIT' } } });
    expect(await plugin.createSynthesis?.(fakePluginContext({ models }))).toEqual([engine]);
    expect(models.asked).toEqual(['a', 'b']);
    expect(plugin.createRecognition).toBeUndefined();
  });

  it('fail if the store does', async () => {
    const plugin = fakePlugin({ models: ['a'], synthesis: [] });
    await expect(plugin.createSynthesis?.(fakePluginContext())).rejects.toThrow(coded('MODEL_NOT_FOUND'));
    const models = fakeModelStore({ failures: { a: 'MODEL_CORRUPT' } });
    const failure = plugin.createSynthesis?.(fakePluginContext({ models }));
    await expect(failure).rejects.toSatisfy(
      (error: unknown) => SpeechError.is(error) && error.code === 'MODEL_CORRUPT',
    );
  });
});
