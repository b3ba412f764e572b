import type { SynthesisEngine, SynthesisUnit, Voice } from '@parlance/core/engine';
import type { EngineSubject } from '../evaluate-case.ts';

/** What the cases need to know of an engine that its port does not say. */
export interface SynthesisTraits {
  /** A sentence of 40 to 80 code points, with at least two words, in the language of every voice. */
  readonly sentence: string;
  /** Texts that no voice of the engine can speak. */
  readonly unspeakable: readonly string[];
  /** The pace of the sentence at speed 1, code points a second: a wrong sample rate falls outside. */
  readonly charsPerSecond: { readonly min: number; readonly max: number };
  /** How far the length of one unit may vary when it is spoken again, as a part of it; used where `samplesVary`. */
  readonly lengthTolerance: number;
  /** Whether a voice never speaks a text the same way twice. If not, a unit spoken again must match to the sample. */
  readonly samplesVary: boolean;
  /** Kills the engine's worker as a native crash would; see `killChildProcesses`. Absent: crashes are not tried. */
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

/** A unit of the subject's sentence by its first voice at speed 1, with what a case changes. */
export function unitOf(subject: SynthesisSubject, members: Partial<SynthesisUnit> = {}): SynthesisUnit {
  return { text: subject.sentence, voiceCode: firstVoice(subject).code, speed: 1, ...members };
}

export function firstVoice({ engine }: SynthesisSubject): Voice {
  const voice = engine.voices[0];
  if (!voice) throw new TypeError('The engine declares no voice.');
  return voice;
}

/** The longest unit that the engine takes: the sentence again and again. */
export function longestUnitOf(subject: SynthesisSubject): SynthesisUnit {
  const { maxUnitChars } = subject.engine.capabilities;
  return unitOf(subject, {
    text: `${subject.sentence} `.repeat(maxUnitChars).slice(0, maxUnitChars).trim(),
  });
}
