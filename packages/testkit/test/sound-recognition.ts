import type {
  Recognition,
  RecognitionCapabilities,
  RecognitionEngine,
  RecognitionStream,
} from '@parlance/core/engine';
import { fakeRecognitionEngine } from '../src/fakes/fake-recognition-engine.ts';
import { tone } from '../src/signals/tone.ts';
import { computeFor } from './busy.ts';
import { crashSwitch } from './crash-switch.ts';
import { unloading } from './unloading.ts';

export const RATE_HZ = 16_000;
export const WORD_SECONDS = 0.25;
const WORD_SAMPLES = WORD_SECONDS * RATE_HZ;
/** Segments of this length take enough processor time to be measured. */
const LONG_SECONDS = 5;
const COMPUTING_MS = 80;
export const speech = tone({ frequencyHz: 220, sampleRateHz: RATE_HZ, lengthSamples: 2 * RATE_HZ });
/** The worker of every engine. */
export const worker = crashSwitch();

/** Returns a sentence with a word for each quarter of a second of tone, so that the text depends on the audio. */
export function hear(samples: Float32Array) {
  if (samples.length >= LONG_SECONDS * RATE_HZ) computeFor(COMPUTING_MS);
  const offset = samples.reduce((sum, sample) => sum + sample, 0) / samples.length;
  const starts: number[] = [];
  let voicedSamples = 0;
  for (const [at, sample] of samples.entries()) {
    if (Math.abs(sample - offset) <= 0.01) continue;
    if (voicedSamples % WORD_SAMPLES === 0) starts.push(at);
    voicedSamples += 1;
  }
  const words = starts.map((_, index) => `word${index}`);
  const tokens = starts.map((start, index) => ({
    text: `word${index}`,
    startSeconds: start / RATE_HZ,
    logProbability: index % 2 === 0 ? -0.1 : -0.2,
  }));
  return { text: sentenceOf(words), language: 'en', tokens } satisfies Recognition;
}

function sentenceOf(words: readonly string[]): string {
  const text = words.join(' ');
  return text === '' ? '' : `${text.slice(0, 1).toUpperCase()}${text.slice(1)}.`;
}

/** A correct engine with streams. */
export function sound(changes: Partial<RecognitionCapabilities> = {}): RecognitionEngine {
  const engine = fakeRecognitionEngine({
    script: { hear },
    capabilities: {
      streaming: true,
      tokenTimes: true,
      logProbabilities: true,
      maxSegmentSamples: 5 * RATE_HZ,
      ...changes,
    },
  });
  const recognize: RecognitionEngine['recognize'] = (samples, options) =>
    worker.during(engine.recognize(samples, options));
  return unloading({ ...engine, recognize }, 'recognize');
}

/** Changes members of a correct engine. */
export const changed =
  (change: (engine: RecognitionEngine) => Partial<RecognitionEngine>) => (): RecognitionEngine => {
    const engine = sound();
    return { ...engine, ...change(engine) };
  };

/** Changes the results after so many segments. */
export const answeringAfter = (count: number, change: (recognition: Recognition) => Recognition) =>
  changed((engine) => {
    let segments = 0;
    return {
      recognize: async (samples, options) => {
        segments += 1;
        const isLate = segments > count;
        const recognition = await engine.recognize(samples, options);
        return isLate ? change(recognition) : recognition;
      },
    };
  });

/** Changes each result. */
export const answering = (change: (recognition: Recognition) => Recognition) =>
  changed((engine) => ({
    recognize: async (samples, options) => change(await engine.recognize(samples, options)),
  }));

/** Changes the samples of each segment. Those that are too long are refused as before. */
export const hearing = (change: (samples: Float32Array) => Float32Array) =>
  changed((engine) => ({
    recognize: (samples, options) => {
      const isAccepted = samples.length <= engine.capabilities.maxSegmentSamples;
      return engine.recognize(isAccepted ? change(samples.slice()) : samples, options);
    },
  }));

/** Changes each stream. */
export const streaming = (change: (stream: RecognitionStream) => Partial<RecognitionStream>) =>
  changed((engine) => ({
    openStream: async (options) => {
      const stream = await open(engine, options);
      return { ...stream, ...change(stream) };
    },
  }));

export function open(
  engine: RecognitionEngine,
  options?: Parameters<NonNullable<RecognitionEngine['openStream']>>[0],
): Promise<RecognitionStream> {
  if (engine.openStream === undefined) throw new TypeError('The fake has no streams.');
  return engine.openStream(options);
}
