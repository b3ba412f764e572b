import { espeakNg } from '@parlance/plugin-espeak-ng';
import { flite } from '@parlance/plugin-flite';
import { createSpeech, type Speech } from '@parlance/runtime';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let speech: Speech;
beforeAll(async () => {
  speech = await createSpeech({ plugins: [flite(), espeakNg()] });
});
afterAll(() => speech.close());

const RATE_HZ = 16_000;
const PAUSE_SECONDS = 0.7;
const PAUSES = {
  ...{ majorBreak: PAUSE_SECONDS, mediumBreak: PAUSE_SECONDS },
  ...{ paragraphBreak: PAUSE_SECONDS, sentenceBreak: PAUSE_SECONDS },
};
const WINDOW = RATE_HZ / 100;

/** Where sound begins again behind a silence that was asked for, in seconds. */
function onsetsOf(samples: Float32Array): readonly number[] {
  const onsets: number[] = [];
  let silent = 0;
  for (let at = 0; at + WINDOW <= samples.length; at += WINDOW) {
    const isSilent = samples.subarray(at, at + WINDOW).every((sample) => sample === 0);
    if (!isSilent && silent * 0.01 > PAUSE_SECONDS - 0.05) onsets.push(at / RATE_HZ);
    silent = isSilent ? silent + 1 : 0;
  }
  return onsets;
}

describe('the times of words that a real voice speaks', () => {
  it.each([
    [
      'a plain text',
      'Seven boats came home, nobody was hurt; everybody slept. Tomorrow they leave again.',
      ['nobody', 'everybody', 'Tomorrow'],
    ],
    ['numbers and signs', 'Bring $42, then 5 km, and at 3:45 pm, 20% more.', ['then', 'and', '20%']],
  ])('are where the sound begins behind pauses, in %s', async (_what, text, first) => {
    const audio = speech.speak(text, {
      voiceCode: 'slt',
      timings: 'word',
      clientPause: PAUSES,
      outputFormat: 'pcm',
    });
    const bytes = await audio.file();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const samples = Float32Array.from({ length: bytes.byteLength / 2 }, (_, index) =>
      view.getInt16(index * 2, true),
    );
    const onsets = onsetsOf(samples);
    const starts = first.map((word) => audio.words.find((one) => one.text.startsWith(word))?.startTime ?? -1);
    expect(onsets).toHaveLength(starts.length);
    for (const [index, onset] of onsets.entries()) {
      expect(Math.abs((starts[index] ?? -1) - onset), first[index]).toBeLessThan(0.12);
    }
    expect(audio.words.map(({ start, end }) => text.slice(start, end)).join(' ')).toBe(text);
    const ends = audio.words.map(({ endTime }) => endTime);
    expect(ends.at(-1)).toBeLessThanOrEqual(samples.length / RATE_HZ);
  });
});
