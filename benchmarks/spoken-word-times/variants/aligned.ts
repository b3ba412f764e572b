import type { SpeechPlugin } from '@parlance/core/engine';
import { wordRanges } from '@parlance/core/segmentation';
import { fakePluginContext } from '@parlance/testkit';
import type { Variant } from '../../runner/contract.ts';
import { measured } from '../measured.ts';
import { readSamples } from '../read-samples.ts';
import type { AnnotatedRecording } from '../recordings.ts';
import type { Interval } from '../text-grid.ts';
import { errorOf, type TimeError } from '../word-errors.ts';

const RATE_HZ = 16_000;
/** As recognizers cut a recording: at pauses, with what lies around the voice. */
const PAUSE_SECONDS = 0.4;
const EDGE_SECONDS = 0.3;

/** The aligner of a plugin is told what is said. */
export const alignedBy = (plugin: SpeechPlugin): Variant =>
  measured(async () => {
    const aligner = await plugin.createAlignment?.(fakePluginContext({ isolation: 'process' }));
    await aligner?.warm();
    return {
      async timesOf({ path, words }: AnnotatedRecording) {
        const samples = await readSamples(path, RATE_HZ);
        const errors: TimeError[] = [];
        for (const spoken of utterancesOf(words)) {
          const from = Math.max(0, (spoken[0]?.startSeconds ?? 0) - EDGE_SECONDS);
          const until = (spoken.at(-1)?.endSeconds ?? 0) + EDGE_SECONDS;
          const text = spoken.map((word) => word.text.toLowerCase()).join(' ');
          const found = await aligner?.align({
            samples: samples.slice(Math.round(from * RATE_HZ), Math.round(until * RATE_HZ)),
            sampleRateHz: RATE_HZ,
            text,
            words: wordRanges(text),
            languageCode: 'en-US',
          });
          for (const [index, { startSeconds, endSeconds }] of (found ?? []).entries()) {
            const word = spoken[index] as Interval;
            errors.push(errorOf({ startSeconds: startSeconds + from, endSeconds: endSeconds + from }, word));
          }
        }
        return errors;
      },
      close: async () => void (await aligner?.close()),
    };
  });

function utterancesOf(words: readonly Interval[]): readonly (readonly Interval[])[] {
  const utterances: Interval[][] = [];
  for (const word of words) {
    const last = utterances.at(-1);
    if (last === undefined || word.startSeconds - (last.at(-1)?.endSeconds ?? 0) > PAUSE_SECONDS)
      utterances.push([word]);
    else last.push(word);
  }
  return utterances;
}
