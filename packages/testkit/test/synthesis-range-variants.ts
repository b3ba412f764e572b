import type { SynthesisEngine, Voice } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { speak } from '../src/conformance/synthesis/listening.ts';
import { fakeSynthesisEngine } from '../src/fakes/fake-synthesis-engine.ts';
import { fakeVoice } from '../src/fakes/fake-voice.ts';
import { amplified, sound, withCalls, withChunks, withoutEnd, withWhole } from './sound-synthesis.ts';

const CHUNK_SAMPLES = 4000;
/** Longer than the sentence. */
const LONG_CHARS = 100;
/** The tones of the fake have a peak of 0.3; with this they exceed 1. */
const TOO_LOUD = 4;
const VOICES = [
  fakeVoice({ supportsEmphasis: true, sounds: ['a', 'e', 'm', 't'] }),
  fakeVoice({ code: 'other', supportsEmphasis: true, sounds: ['a', 'e', 'm', 't'] }),
  fakeVoice({ code: 'third' }),
];

/** A correct engine with three voices. */
function withVoices(voices: readonly Voice[] = VOICES): SynthesisEngine {
  return fakeSynthesisEngine({ voices, script: { chunkSamples: CHUNK_SAMPLES } });
}

/** Plays a signal faster and faster, up to one and a half times as fast. */
function drifting(samples: Float32Array): Float32Array {
  const drifted: number[] = [];
  for (let at = 0; at < samples.length; at += 1 + at / samples.length / 2)
    drifted.push(samples[Math.floor(at)] ?? 0);
  return Float32Array.from(drifted);
}

/** Engines that are broken in a part of what a unit may ask for, or of what they declare. */
export const RANGE_VARIANTS: readonly (readonly [string, string, () => SynthesisEngine])[] = [
  [
    'rounds the speed to quarters',
    'speed/changes-length',
    withCalls(
      (engine) => (unit, options) =>
        engine.synthesize({ ...unit, speed: Math.max(0.25, Math.round(unit.speed * 4) / 4) }, options),
    ),
  ],
  [
    'ignores speed for its third voice',
    'speed/changes-length',
    () => {
      const engine = withVoices();
      return {
        ...engine,
        synthesize: (unit, options) =>
          engine.synthesize(unit.voiceCode === 'third' ? { ...unit, speed: 1 } : unit, options),
      };
    },
  ],
  [
    'ignores emphasis below 60',
    'emphasis/changes-audio',
    withCalls((engine) => (unit, options) => {
      const { emphasisIntensity = 0 } = unit;
      return engine.synthesize(
        { ...unit, emphasisIntensity: emphasisIntensity < 60 ? 0 : emphasisIntensity },
        options,
      );
    }),
  ],
  [
    'knows only the least and the most emphasis',
    'emphasis/changes-audio',
    withCalls(
      (engine) =>
        async function* (unit, options) {
          if (![undefined, 0, 100].includes(unit.emphasisIntensity))
            throw new SpeechError('ENGINE_FAILED', 'There is no such emphasis.');
          yield* engine.synthesize(unit, options);
        },
    ),
  ],
  [
    'exceeds full scale with emphasis',
    'emphasis/changes-audio',
    withChunks((chunk, { emphasisIntensity = 0 }) =>
      emphasisIntensity === 100 ? amplified(chunk, TOO_LOUD) : chunk,
    ),
  ],
  [
    'ignores emphasis for its second voice',
    'emphasis/changes-audio',
    () => {
      const engine = withVoices();
      return {
        ...engine,
        synthesize: ({ emphasisIntensity = 0, ...unit }, options) =>
          engine.synthesize(
            { ...unit, emphasisIntensity: unit.voiceCode === 'other' ? 0 : emphasisIntensity },
            options,
          ),
      };
    },
  ],
  [
    'ignores emphasis at other speeds',
    'emphasis/changes-audio',
    withCalls(
      (engine) => (unit, options) =>
        engine.synthesize(unit.speed === 1 ? unit : { ...unit, emphasisIntensity: 0 }, options),
    ),
  ],
  [
    'ignores pronunciations at other speeds',
    'pronunciation/changes-audio',
    withCalls(
      (engine) => (unit, options) =>
        engine.synthesize(unit.speed === 1 ? unit : { ...unit, pronunciations: [] }, options),
    ),
  ],
  [
    'ignores pronunciations for its second voice',
    'pronunciation/changes-audio',
    () => {
      const engine = withVoices();
      return {
        ...engine,
        synthesize: (unit, options) =>
          engine.synthesize(unit.voiceCode === 'other' ? { ...unit, pronunciations: [] } : unit, options),
      };
    },
  ],
  [
    'ignores emphasis in long texts',
    'emphasis/changes-audio',
    withCalls(
      (engine) => (unit, options) =>
        engine.synthesize(unit.text.length > LONG_CHARS ? { ...unit, emphasisIntensity: 0 } : unit, options),
    ),
  ],
  [
    'loses the last 50 ms with emphasis',
    'emphasis/changes-audio',
    withWhole((samples, { emphasisIntensity = 0 }) =>
      emphasisIntensity > 0 ? withoutEnd(samples) : samples,
    ),
  ],
  [
    'does not exceed a speed of 1.25 with emphasis',
    'emphasis/with-speed',
    withCalls(
      (engine) => (unit, options) =>
        engine.synthesize(
          unit.emphasisIntensity ? { ...unit, speed: Math.min(1.25, unit.speed) } : unit,
          options,
        ),
    ),
  ],
  [
    'ignores the speed of a single word',
    'speed/changes-length',
    withCalls(
      (engine) => (unit, options) =>
        engine.synthesize(/\s/u.test(unit.text) ? unit : { ...unit, speed: 1 }, options),
    ),
  ],
  [
    'ends a unit after 30 seconds',
    'speed/changes-length',
    withWhole((samples) => samples.slice(0, 30 * 16_000)),
  ],
  [
    'loses the last 50 ms of its second voice at high speed',
    'speed/changes-length',
    withWhole((samples, { speed, voiceCode }) =>
      speed > 1.5 && voiceCode === 'other' ? withoutEnd(samples) : samples,
    ),
  ],
  [
    'has a personal voice of nobody',
    'voices/declared',
    () => ({ ...sound(), voices: [fakeVoice({ ownership: 'PERSONAL' })] }),
  ],
  [
    'corrects the rate of a voice after the first unit',
    'voices/stable',
    () => {
      const engine = sound();
      let isUsed = false;
      return {
        ...engine,
        get voices() {
          return isUsed ? engine.voices.map((voice) => ({ ...voice, nativeRateHz: 16_001 })) : engine.voices;
        },
        synthesize(unit, options) {
          isUsed = true;
          return engine.synthesize(unit, options);
        },
      };
    },
  ],
  [
    'exceeds full scale in long texts',
    'audio/in-range',
    withChunks((chunk, { text }) => (text.length > LONG_CHARS ? amplified(chunk, TOO_LOUD) : chunk)),
  ],
  [
    'becomes four times as loud in the course of a long text',
    'audio/steady',
    withWhole((samples, { text }) =>
      text.length > LONG_CHARS
        ? samples.map((sample, at) => sample * (0.5 + (1.5 * at) / samples.length))
        : samples,
    ),
  ],
  [
    'speaks higher and higher in the course of a long text',
    'audio/steady',
    withWhole((samples, { text }) => (text.length > LONG_CHARS ? drifting(samples) : samples)),
  ],
  [
    'cuts its chunks out of one buffer',
    'audio/buffers-are-the-consumers',
    withCalls(
      (engine) =>
        async function* (unit, options) {
          const whole = await speak(engine, unit, options);
          for (let at = 0; at < whole.length; at += CHUNK_SAMPLES)
            yield whole.subarray(at, at + CHUNK_SAMPLES);
        },
    ),
  ],
  [
    'returns chunks in shared memory',
    'audio/buffers-are-the-consumers',
    withChunks((chunk) => {
      const inShared = new Float32Array(new SharedArrayBuffer(chunk.byteLength));
      inShared.set(chunk);
      return inShared;
    }),
  ],
  [
    'returns each sample in a chunk of its own',
    'audio/float-samples',
    withCalls(
      (engine) =>
        async function* (unit, options) {
          for await (const chunk of engine.synthesize(unit, options))
            for (const sample of chunk) yield Float32Array.of(sample);
        },
    ),
  ],
];
