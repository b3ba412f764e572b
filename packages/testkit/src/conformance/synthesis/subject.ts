import type { SynthesisEngine, SynthesisUnit, Voice } from '@parlance/core/engine';
import type { EngineSubject } from '../evaluate-case.ts';

/** What the cases need to know about an engine besides its port. */
export interface SynthesisTraits {
  /** A sentence of 40 to 80 code points, with at least two words, in the language of every voice. */
  readonly sentence: string;
  /** Texts that no voice of the engine can speak. */
  readonly unspeakable: readonly string[];
  /** Limits for the pace of the sentence at speed 1, in code points a second, which a wrong sample rate exceeds. */
  readonly charsPerSecond: { readonly min: number; readonly max: number };
  /** How far the length of a unit may vary between two syntheses, as a fraction of it; used with `samplesVary`. */
  readonly lengthTolerance: number;
  /** Whether the audio of the same text differs each time. If not, a repeated unit must have identical samples. */
  readonly samplesVary: boolean;
  /** Kills the engine's worker, like a native crash; see `killChildProcesses`. Absent: crashes are not tested. */
  readonly crashWorker?: EngineSubject<SynthesisEngine>['crashWorker'];
}

export interface SynthesisSubject extends SynthesisTraits, EngineSubject<SynthesisEngine> {}

export const DEFAULT_SYNTHESIS_TRAITS: SynthesisTraits = {
  sentence: 'The birch canoe slid on the smooth planks of the old pier.',
  unspeakable: ['...', '?!', '\u2026', '\u{1F600}'],
  charsPerSecond: { min: 10, max: 19 },
  lengthTolerance: 0.1,
  samplesVary: false,
};

/** A unit of the subject's sentence with its first voice at speed 1, with the members that a case overrides. */
export function unitOf(subject: SynthesisSubject, members: Partial<SynthesisUnit> = {}): SynthesisUnit {
  return { text: subject.sentence, voiceCode: firstVoice(subject).code, speed: 1, ...members };
}

export function firstVoice({ engine }: SynthesisSubject): Voice {
  const voice = engine.voices[0];
  if (!voice) throw new TypeError('The engine declares no voice.');
  return voice;
}

/** The longest unit that the engine accepts, which repeats the sentence. */
export function longestUnitOf(subject: SynthesisSubject): SynthesisUnit {
  const { maxUnitChars } = subject.engine.capabilities;
  return unitOf(subject, {
    text: `${subject.sentence} `.repeat(maxUnitChars).slice(0, maxUnitChars).trim(),
  });
}

/** Code of a voice that no engine has. */
export const UNKNOWN_VOICE = 'no-such-voice';

/** Longer texts show nothing else. */
const MAX_LONG_CHARS = 400;

/** A long text that begins and ends like the subject's sentence: words of the sentence repeated, up to the longest unit, and then all of it. */
export function longTextOf({ engine, sentence }: SynthesisSubject): string {
  const maxChars = Math.min(engine.capabilities.maxUnitChars, MAX_LONG_CHARS);
  let before = '';
  for (const word of `${sentence} `.repeat(MAX_LONG_CHARS).split(' ')) {
    const longer = `${before}${word} `;
    if ([...longer, ...sentence].length > maxChars) break;
    before = longer;
  }
  return before + sentence;
}

/** The first voice, the second, and the first of each other sample rate. */
export function testedVoices({ engine: { voices } }: SynthesisSubject): readonly Voice[] {
  const rates = new Set<number>();
  return voices.filter(({ nativeRateHz }, index) => {
    const isNew = !rates.has(nativeRateHz);
    rates.add(nativeRateHz);
    return isNew || index < 2;
  });
}
