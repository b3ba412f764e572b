import { noise } from '../fakes/noise.ts';
import { type ConformanceCase, expectRefusal, problemIf } from './verdict.ts';
import { detectAlone, sceneOf, VOICED, type VoiceActivitySubject } from './voice-activity-subject.ts';

/** A frame longer than this tells too late that somebody began to speak. */
const MAX_FRAME_SECONDS = 0.1;
/** -60 dB of full scale: the noise of a quiet room. */
const NOISE_AMPLITUDE = 0.001;

/** What the detector says of single frames. */
export const frameCases: readonly ConformanceCase<VoiceActivitySubject>[] = [
  {
    name: 'frames/declared',
    run: async ({ engine: { sampleRateHz, frameSamples } }) => [
      ...problemIf(
        !(Number.isInteger(sampleRateHz) && sampleRateHz >= 8000),
        `Its rate is ${sampleRateHz} Hz.`,
      ),
      ...problemIf(
        !(Number.isInteger(frameSamples) && frameSamples >= 1),
        `Its frame has ${frameSamples} samples.`,
      ),
      ...problemIf(
        frameSamples > sampleRateHz * MAX_FRAME_SECONDS,
        `Its frame is ${frameSamples / sampleRateHz} s long; the limit is ${MAX_FRAME_SECONDS} s.`,
      ),
    ],
  },
  {
    name: 'frames/one-probability-each',
    run: async (subject) => {
      const { engine } = subject;
      const scene = sceneOf(subject);
      const frames = await detectAlone(engine, scene);
      const due = scene.length / engine.frameSamples;
      return [
        ...problemIf(frames.length !== due, `${due} frames gave ${frames.length} probabilities.`),
        ...problemIf(
          !frames.every((probability) => probability >= 0 && probability <= 1),
          'A probability is outside of 0 to 1.',
        ),
      ];
    },
  },
  {
    name: 'frames/none',
    run: async ({ engine }) => {
      const frames = await detectAlone(engine, new Float32Array(0));
      return problemIf(frames.length > 0, `No samples gave ${frames.length} probabilities.`);
    },
  },
  {
    name: 'frames/part-of-one',
    run: async ({ engine }) => {
      const work = detectAlone(engine, new Float32Array(engine.frameSamples + 1));
      return expectRefusal('Samples that are no whole frames', work, ['INVALID_INPUT', 'ENGINE_FAILED']);
    },
  },
  {
    name: 'speech/heard',
    run: async (subject) => {
      const { engine, speech, minVoicedFraction } = subject;
      const voiced = (await detectAlone(engine, sceneOf(subject))).filter((frame) => frame >= VOICED).length;
      const fraction = voiced / Math.floor(speech.length / engine.frameSamples);
      return problemIf(
        !(fraction >= minVoicedFraction),
        `Speech was heard in ${fraction.toFixed(2)} of its frames; ${minVoicedFraction} was due.`,
      );
    },
  },
  {
    name: 'silence/not-heard',
    run: async ({ engine }) => {
      const lengthSamples = engine.frameSamples * Math.ceil((2 * engine.sampleRateHz) / engine.frameSamples);
      const silence = await detectAlone(engine, new Float32Array(lengthSamples));
      const quiet = await detectAlone(engine, noise(lengthSamples, NOISE_AMPLITUDE));
      const voiced = [...silence, ...quiet].filter((frame) => frame >= VOICED).length;
      return problemIf(voiced > 0, `${voiced} frames of silence and of a quiet room count as speech.`);
    },
  },
];
