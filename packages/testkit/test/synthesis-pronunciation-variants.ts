import type { SynthesisEngine, SynthesisUnit } from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { fakeVoice } from '../src/fakes/fake-voice.ts';
import { sound, withCalls, withoutEnd, withWhole } from './sound-synthesis.ts';

/** Longer than the sentence. */
const LONG_CHARS = 100;

/** Fails for some spellings of sounds. */
const refusing = (isRefused: RegExp) =>
  withCalls(
    (engine) =>
      async function* (unit, options) {
        if (unit.pronunciations?.some(({ ipa }) => isRefused.test(ipa)))
          throw new SpeechError('ENGINE_FAILED', 'There is no such sound.');
        yield* engine.synthesize(unit, options);
      },
  );

/** Replaces words one after another, without regard to the lengths that this changes. */
function replaced({ text, pronunciations = [] }: SynthesisUnit): string {
  return pronunciations.reduce(
    (said, { start, end, ipa }) => said.slice(0, start) + ipa + said.slice(end),
    text,
  );
}

/** Engines that are broken for pronunciations: in some places, spellings or company. */
export const PRONUNCIATION_VARIANTS: readonly (readonly [string, string, () => SynthesisEngine])[] = [
  [
    'counts code points up to a pronunciation',
    'pronunciation/at-its-place',
    withCalls((engine) => (unit, options) => {
      const pronunciations = (unit.pronunciations ?? []).map(({ start, end, ipa }) => {
        const wide = unit.text.length - [...unit.text].length;
        return { start: start + wide, end: end + wide, ipa };
      });
      return engine.synthesize({ ...unit, pronunciations }, options);
    }),
  ],
  [
    'takes away spaces before it looks for a pronunciation',
    'pronunciation/at-its-place',
    withCalls(
      (engine) => (unit, options) =>
        engine.synthesize({ ...unit, text: unit.text.replace(/\s+/gu, ' ') }, options),
    ),
  ],
  [
    'pronounces the first of two equal words',
    'pronunciation/at-its-place',
    withCalls((engine) => (unit, options) => {
      const pronunciations = (unit.pronunciations ?? []).map(({ start, end, ipa }) => {
        const first = unit.text.indexOf(unit.text.slice(start, end));
        return { start: first, end: first + end - start, ipa };
      });
      return engine.synthesize({ ...unit, pronunciations }, options);
    }),
  ],
  [
    'does not know one of its sounds',
    'pronunciation/any-sounds',
    withCalls(
      (engine) =>
        async function* (unit, options) {
          if (unit.pronunciations?.some(({ ipa }) => ipa.includes('m')))
            throw new SpeechError('ENGINE_FAILED', 'There is no such sound.');
          yield* engine.synthesize(unit, options);
        },
    ),
  ],
  [
    'pronounces only what is in the first 100 characters',
    'pronunciation/changes-audio',
    withCalls((engine) => ({ pronunciations = [], ...unit }, options) => {
      const early = pronunciations.filter(({ start }) => start < LONG_CHARS);
      return engine.synthesize({ ...unit, pronunciations: early }, options);
    }),
  ],
  [
    'ignores pronunciations with emphasis',
    'pronunciation/with-emphasis',
    withCalls(
      (engine) => (unit, options) =>
        engine.synthesize(unit.emphasisIntensity ? { ...unit, pronunciations: [] } : unit, options),
    ),
  ],
  [
    'ignores emphasis with a pronunciation',
    'pronunciation/with-emphasis',
    withCalls(
      (engine) => (unit, options) =>
        engine.synthesize(unit.pronunciations?.length ? { ...unit, emphasisIntensity: 0 } : unit, options),
    ),
  ],
  [
    'loses the last 50 ms with a pronunciation',
    'pronunciation/changes-audio',
    withWhole((samples, { pronunciations = [] }) =>
      pronunciations.length > 0 ? withoutEnd(samples) : samples,
    ),
  ],
  [
    'writes a sound in another way than pronunciations do',
    'voices/declared',
    () => ({ ...sound(), voices: [fakeVoice({ sounds: ['a', 'e', 'g', 't'] })] }),
  ],
  [
    'replaces words in order, which moves those behind them',
    'pronunciation/at-its-place',
    withCalls((engine) => (unit, options) => {
      if (!unit.pronunciations?.length || unit.text.length > engine.capabilities.maxUnitChars)
        return engine.synthesize(unit, options);
      const whole = { start: 0, end: unit.text.length, ipa: replaced(unit) };
      return engine.synthesize({ ...unit, pronunciations: [whole] }, options);
    }),
  ],
  ['refuses marks of stress', 'pronunciation/any-spelling', refusing(/[\u02c8\u02cc']/u)],
  ['refuses marks between syllables', 'pronunciation/any-spelling', refusing(/[./|\s]/u)],
  [
    'loses the pronunciations of a voice when another has spoken',
    'pronunciation/changes-audio',
    withCalls((engine) => {
      let last = '';
      return (unit, options) => {
        const isOther = last !== unit.voiceCode && last !== '';
        last = unit.voiceCode;
        return engine.synthesize(isOther ? { ...unit, pronunciations: [] } : unit, options);
      };
    }),
  ],
];
