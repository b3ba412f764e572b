import { wordRanges } from '@parlance/core/segmentation';
import { expect, it } from 'vitest';
import { alignWords } from './align-words.ts';
import type { Decoder, FoundSegment } from './decoder.ts';

const RATE_HZ = 16_000;

/** A decoder whose dictionary has every word of letters, and which finds what it is told. */
function decoderThatFinds(
  ...segments: readonly [name: string, seconds: number, ...sounds: string[]][]
): Decoder {
  let reachedSeconds = 0;
  const found = segments.map(([name, seconds, ...sounds]): FoundSegment => {
    const startSeconds = reachedSeconds;
    reachedSeconds += seconds;
    const each = sounds.map((sound) => ({ name: sound, seconds: seconds / sounds.length }));
    return { name, startSeconds, endSeconds: reachedSeconds, sounds: each };
  });
  return {
    soundsOf: (word) => (/^\p{L}+$/u.test(word) ? 'AH' : undefined),
    find: async () => (found.length === 0 ? undefined : found),
  };
}

async function align(decoder: Decoder, text: string, seconds = 2) {
  const samples = new Float32Array(seconds * RATE_HZ);
  const found = await alignWords(decoder, {
    samples,
    sampleRateHz: RATE_HZ,
    text,
    words: wordRanges(text),
  });
  return found.map(({ startSeconds, endSeconds }) => [startSeconds, endSeconds]);
}

it('assigns silence and hesitations to no word', async () => {
  const decoder = decoderThatFinds(
    ['<sil>', 0.5],
    ['well', 0.25, 'W', 'L'],
    ['[um]', 0.5],
    ['yes', 0.25, 'Y', 'S'],
  );
  expect(await align(decoder, 'well \u2014 yes')).toEqual([
    [0.5, 0.75],
    [0.75, 0.75],
    [1.25, 1.5],
  ]);
});

it('gives a hesitation of the text the sounds that were recognized beside it', async () => {
  const decoder = decoderThatFinds(
    ['so', 0.25, 'S', 'OW'],
    ['[uh]', 0.5],
    ['um', 0.25, 'AH', 'M'],
    ['[um]', 0.25],
  );
  expect(await align(decoder, 'so um')).toEqual([
    [0, 0.25],
    [0.25, 1.25],
  ]);
});

it('mistakes no breath for the first or last consonant of a word', async () => {
  const decoder = decoderThatFinds(['thanks', 1, 'TH', 'AE'], ['pause', 0.8, 'AO', 'Z'], ['a', 0.2, 'AH']);
  const [thanks, pause, a] = await align(decoder, 'thanks pause a');
  expect(thanks).toEqual([expect.closeTo(0.34), 1]);
  expect(pause).toEqual([1, expect.closeTo(1.65)]);
  expect(a).toEqual([1.8, 2]);
});

it('divides speech that is too short for its words by their letters, also if there is none', async () => {
  expect(await align(decoderThatFinds(), 'three to six', 1)).toEqual([
    [0, 0.5],
    [0.5, 0.7],
    [0.7, 1],
  ]);
  expect(await align(decoderThatFinds(), 'one', 0)).toEqual([[0, 0]]);
});
