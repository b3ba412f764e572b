import type { SynthesisUnit } from '@parlance/core/engine';
import { joinSamples } from '../../signals/join-samples.ts';
import { firstVoice, longTextOf, type SynthesisSubject, testedVoices, unitOf } from './subject.ts';

/** Most engines speak at these in another way than at speed 1. */
const OTHER_SPEEDS = [0.5, 1.5];

/** The audio of one unit. */
export interface Speech {
  /** Begins a problem's sentence, such as "The sentence at speed 0.5". */
  readonly what: string;
  readonly speed: number;
  readonly sampleRateHz: number;
  readonly samples: Float32Array;
  /** Where its chunks begin, without the first one. */
  readonly joinsAtSamples: readonly number[];
}

/** By the origin of the subject, and then by its sentence. */
const made = new WeakMap<WeakKey, Map<string, Promise<readonly Speech[]>>>();

/**
 * The sentence by several voices and at several speeds, and a long text; the first one is the sentence by the first voice at speed 1. All
 * cases that only inspect audio get the same, since synthesizing it takes most of their time.
 */
export function speechesOf(subject: SynthesisSubject): Promise<readonly Speech[]> {
  const { origin, sentence } = subject;
  const bySentence = made.get(origin) ?? new Map<string, Promise<readonly Speech[]>>();
  made.set(origin, bySentence);
  const speeches = bySentence.get(sentence) ?? speakAll(subject);
  bySentence.set(sentence, speeches);
  return speeches;
}

async function speakAll(subject: SynthesisSubject): Promise<readonly Speech[]> {
  const speeches = [await speechOf(subject, 'The sentence')];
  for (const { code } of testedVoices(subject).slice(1))
    speeches.push(await speechOf(subject, `The sentence by ${code}`, { voiceCode: code }));
  for (const speed of OTHER_SPEEDS)
    speeches.push(await speechOf(subject, `The sentence at speed ${speed}`, { speed }));
  const text = longTextOf(subject);
  speeches.push(await speechOf(subject, `A text of ${[...text].length} code points`, { text }));
  return speeches;
}

/** Speaks another unit, which only some cases need. */
export async function speechOf(
  subject: SynthesisSubject,
  what: string,
  members: Partial<SynthesisUnit> = {},
): Promise<Speech> {
  const unit = unitOf(subject, members);
  const voice = subject.engine.voices.find(({ code }) => code === unit.voiceCode) ?? firstVoice(subject);
  const chunks: Float32Array[] = [];
  const joinsAtSamples: number[] = [];
  let lengthSamples = 0;
  for await (const chunk of subject.engine.synthesize(unit)) {
    if (lengthSamples > 0) joinsAtSamples.push(lengthSamples);
    lengthSamples += chunk.length;
    chunks.push(chunk);
  }
  return {
    what,
    speed: unit.speed,
    sampleRateHz: voice.nativeRateHz,
    samples: joinSamples(chunks),
    joinsAtSamples,
  };
}
