/**
 * Has joe speak all sentences and the trials of all terms to Moonshine, and Moonshine hear the clips, and keeps what was heard for the
 * benchmark: `node --conditions=@parlance/source benchmarks/vocabulary/record.ts`. It takes half an hour of two cores.
 */
import { writeFileSync } from 'node:fs';
import { decodePcm16 } from '@parlance/core/audio';
import { TRIAL_SENTENCES, trialText } from '@parlance/core/vocabulary';
import { createSpeech } from '@parlance/runtime';
import { readClips } from '../recognition-segmentation/clips.ts';
import { RECORD, type Recorded } from './recorded.ts';
import { TERM_SENTENCES, textOf } from './sentences.ts';
import { BENCHMARK_TERMS, type BenchmarkTerm } from './terms.ts';

const VOICE = 'joe';
const AT_ONCE = 2;

await using speech = await createSpeech();
const record: Recorded = {
  sentences: await inParallel(TERM_SENTENCES, (one) => hear(textOf(one), one.term)),
  trials: Object.fromEntries(
    await inParallel(BENCHMARK_TERMS, async (term) => {
      const heard = [];
      for (const sentence of TRIAL_SENTENCES) heard.push(await hear(trialText(sentence, term), term));
      return [term.term, heard] as const;
    }),
  ),
  clips: Object.fromEntries(
    await inParallel(
      readClips(),
      async ({ id, path }) => [id, (await speech.transcribe(path)).transcript] as const,
    ),
  ),
};
writeFileSync(RECORD, `${JSON.stringify(record, undefined, 1)}\n`);

async function hear(text: string, { term, saidAs }: BenchmarkTerm): Promise<string> {
  const options = {
    voiceCode: VOICE,
    outputFormat: 'pcm',
    cache: false,
    vocabulary: [{ term, saidAs }],
  } as const;
  const spoken = speech.speak(text, options);
  const samples = decodePcm16(await spoken.file());
  return (await speech.transcribe({ samples, sampleRateHz: spoken.format.sampleRateHz })).transcript;
}

async function inParallel<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const left = items.entries();
  const worker = async (): Promise<void> => {
    for (const [index, item] of left) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  return results;
}
