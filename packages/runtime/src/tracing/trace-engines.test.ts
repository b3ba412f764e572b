import type { RecognitionEngine, SynthesisEngine } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import type { Tracer } from '@parlance/core/platform';
import { fakeRecognitionEngine, fakeSynthesisEngine } from '@parlance/testkit';
import { expect, it, vi } from 'vitest';
import { traceEngines } from './trace-engines.ts';

/** Records spans when they end. */
function recordingTracer() {
  const ended: Record<string, unknown>[] = [];
  const tracer: Tracer = {
    start(name, { attributes = {} } = {}) {
      let facts = attributes;
      return {
        traceparent: '',
        set: (more) => {
          facts = { ...facts, ...more };
        },
        run: (work) => work(),
        end: (error) => void ended.push({ ...facts, name, error }),
      };
    },
    current: () => undefined,
  };
  return { ended, tracer };
}

const request = { text: 'Hello.', voiceCode: 'one', speed: 1, language: 'en' };
const synthesisEngine = (): SynthesisEngine => fakeSynthesisEngine();

it('records how long a unit waited for its worker, and reports the start to the caller', async () => {
  const { ended, tracer } = recordingTracer();
  const onStart = vi.fn();
  const call = traceEngines(tracer).synthesis(async function* (_given, options) {
    options?.onStart?.();
    yield new Float32Array(1);
  }, synthesisEngine());
  expect(await Array.fromAsync(call(request, { lane: 'first', onStart }))).toHaveLength(1);
  expect(onStart).toHaveBeenCalledOnce();
  expect(ended).toEqual([
    {
      name: 'synthesize',
      error: undefined,
      'parlance.engine': synthesisEngine().id,
      'parlance.lane': 'first',
      'parlance.characters': 6,
      'parlance.wait_seconds': expect.any(Number),
    },
  ]);
});

it('ends the span of a unit, and the unit, when the reader leaves', async () => {
  const { ended, tracer } = recordingTracer();
  let isLeft = false;
  const call = traceEngines(tracer).synthesis(async function* () {
    try {
      for (;;) yield new Float32Array(1);
    } finally {
      isLeft = true;
    }
  }, synthesisEngine());
  for await (const _ of call(request)) break;
  expect([isLeft, ended.length, ended[0]?.error]).toEqual([true, 1, undefined]);
});

it('names the error of a unit that failed', async () => {
  const { ended, tracer } = recordingTracer();
  const engine: RecognitionEngine = fakeRecognitionEngine({ script: { texts: [] } });
  const call = traceEngines(tracer).recognition(async () => {
    throw new SpeechError('ENGINE_CRASHED', 'Gone.');
  }, engine);
  await expect(call(new Float32Array(16_000))).rejects.toMatchObject({ code: 'ENGINE_CRASHED' });
  expect(ended).toMatchObject([{ name: 'recognize', error: 'ENGINE_CRASHED', 'parlance.audio_seconds': 1 }]);
});
