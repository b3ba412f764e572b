import type { AlignedWord, AlignmentTask } from '@parlance/core/engine';
import { wordRanges } from '@parlance/core/segmentation';
import type { Speech } from '@parlance/runtime';
import { createChance } from '../runner/chance.ts';

/** A sentence whose word times are known. */
export interface SplicedSentence {
  readonly task: AlignmentTask;
  readonly times: readonly AlignedWord[];
  readonly seconds: number;
}

const FULL_SCALE = 32_768;
const EDGE_SECONDS = 0.2;
/** Of a word's peak: what is softer at its edges is taken for silence. */
const AUDIBLE_PART = 0.02;
/** Behind a comma or a full stop, and behind every fourth of the other words. */
const MARK_PAUSE = { leastSeconds: 0.15, spreadSeconds: 0.25 };
const WORD_PAUSE = { leastSeconds: 0.02, spreadSeconds: 0.1 };
const PAUSE_CHANCE = 0.25;
/** As loud as the noise of a quiet recording: 80 dB below full scale. */
const NOISE_AMPLITUDE = 1e-4;

interface Piece {
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
}

/** Puts sentences together of words that a voice spoke one by one. A word is spoken once. */
export function createSplicer(speech: Pick<Speech, 'speak'>, voiceCode: string) {
  const pieces = new Map<string, Piece>();
  const chance = createChance(1);
  const spoken = async (word: string): Promise<Piece> => {
    const known = pieces.get(word);
    if (known !== undefined) return known;
    const audio = speech.speak(word, { voiceCode, outputFormat: 'pcm' });
    const piece = { samples: trimmed(await audio.file()), sampleRateHz: audio.format.sampleRateHz };
    pieces.set(word, piece);
    return piece;
  };
  const pauseBehind = (word: string): number => {
    const { leastSeconds, spreadSeconds } = /[,.]$/u.test(word) ? MARK_PAUSE : WORD_PAUSE;
    const isPause = /[,.]$/u.test(word) || chance.next() < PAUSE_CHANCE;
    return isPause ? leastSeconds + chance.next() * spreadSeconds : 0;
  };
  return async (text: string, languageCode: string): Promise<SplicedSentence> => {
    const words = wordRanges(text);
    const placed: { readonly piece: Piece; readonly startSeconds: number }[] = [];
    let seconds = EDGE_SECONDS;
    for (const { start, end } of words) {
      const word = text.slice(start, end);
      const piece = await spoken(word);
      placed.push({ piece, startSeconds: seconds });
      seconds += piece.samples.length / piece.sampleRateHz + pauseBehind(word);
    }
    seconds += EDGE_SECONDS;
    const sampleRateHz = placed[0]?.piece.sampleRateHz ?? 0;
    const samples = Float32Array.from(
      { length: Math.ceil(seconds * sampleRateHz) },
      () => (2 * chance.next() - 1) * NOISE_AMPLITUDE,
    );
    for (const { piece, startSeconds } of placed) {
      const start = Math.round(startSeconds * sampleRateHz);
      for (const [index, sample] of piece.samples.entries()) samples[start + index] = sample;
    }
    return {
      task: {
        samples,
        sampleRateHz,
        text,
        words,
        languageCode,
      },
      times: placed.map(({ piece, startSeconds }) => ({
        startSeconds,
        endSeconds: startSeconds + piece.samples.length / sampleRateHz,
      })),
      seconds,
    };
  };
}

/** @param pcm 16-bit, little-endian */
function trimmed(pcm: Uint8Array): Float32Array {
  const bytes = Buffer.from(pcm.buffer, pcm.byteOffset, pcm.byteLength);
  const samples = Float32Array.from(
    { length: bytes.length / 2 },
    (_, index) => bytes.readInt16LE(2 * index) / FULL_SCALE,
  );
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  const isAudible = (sample: number): boolean => Math.abs(sample) >= peak * AUDIBLE_PART;
  return samples.slice(samples.findIndex(isAudible), samples.findLastIndex(isAudible) + 1);
}
