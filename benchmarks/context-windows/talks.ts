import { decodePcm16 } from '@parlance/core/audio';
import type { Speech } from '@parlance/runtime';
import { SENTENCES } from '../round-trip-word-error-rate/sentences.ts';
import { createChance } from '../runner/chance.ts';

/** Sentences that a voice speaks with pauses between them, each of which ends an utterance. */
export interface Talk {
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
  readonly sentences: readonly SpokenSentence[];
}

export interface SpokenSentence {
  readonly text: string;
  /** The middle of the pause behind it, in seconds; the end of the talk behind the last. */
  readonly untilSeconds: number;
}

/** What people say to each other in a few words. */
const REMARKS = [
  'I see.',
  'That would be wonderful.',
  'No, not yet.',
  'We could meet at the station.',
  'I am not sure about the second one.',
  'Perhaps tomorrow.',
  'Can you hear me now?',
  'The others have left already.',
  'Yes, please.',
  'It depends on the weather.',
  'How long will it take?',
  'Let me write that down.',
  'My brother will pick them up.',
  'Of course.',
  'What did the doctor say?',
  'Nobody told us.',
  'Could you spell the name for me?',
  'The blue one is cheaper.',
  'I will call you back in the afternoon.',
  'Which of them do you mean?',
] as const;

export const TALK_NAMES = ['talk 1', 'talk 2', 'talk 3'] as const;
const SENTENCES_IN_A_TALK = 10;
const PAUSE = { leastSeconds: 0.85, spreadSeconds: 0.65 };
const VOICE = 'joe';

/** The same in every run. */
export async function speakTalk(speech: Pick<Speech, 'speak'>, number: number): Promise<Talk> {
  const chance = createChance(number);
  const pieces: Float32Array[] = [];
  const sentences: SpokenSentence[] = [];
  let sampleRateHz = 0;
  let samplesSoFar = 0;
  const add = (piece: Float32Array): void => {
    pieces.push(piece);
    samplesSoFar += piece.length;
  };
  for (let count = 0; count < SENTENCES_IN_A_TALK; count++) {
    const text = chance.pick(chance.next() < 0.5 ? REMARKS : SENTENCES);
    const spoken = speech.speak(text, { voiceCode: VOICE, outputFormat: 'pcm' });
    sampleRateHz = spoken.format.sampleRateHz;
    add(decodePcm16(await spoken.file()));
    const pauseSamples = Math.round(
      (PAUSE.leastSeconds + chance.next() * PAUSE.spreadSeconds) * sampleRateHz,
    );
    sentences.push({ text, untilSeconds: (samplesSoFar + pauseSamples / 2) / sampleRateHz });
    add(new Float32Array(pauseSamples));
  }
  const samples = new Float32Array(samplesSoFar);
  let at = 0;
  for (const piece of pieces) {
    samples.set(piece, at);
    at += piece.length;
  }
  return { samples, sampleRateHz, sentences };
}
