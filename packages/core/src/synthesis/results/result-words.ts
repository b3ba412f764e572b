import type { SynthesizedAudio } from '../../requests/records/synthesis-record.ts';
import { toVtt } from '../../segmentation/subtitles.ts';
import { wordRanges } from '../../segmentation/word-ranges.ts';
import type { AudioStore } from '../../storage/audio-store.ts';
import type { TimedWord } from '../words/word-timer.ts';
import { resultName } from './audio-links.ts';

/** Stores the words of a result next to its audio, as JSON and as subtitles. Durable once resolved. */
export async function writeResultWords(
  audio: Pick<AudioStore, 'create'>,
  requestId: string,
  words: readonly TimedWord[],
): Promise<NonNullable<SynthesizedAudio['words']>> {
  const names = { jsonName: resultName(requestId, 'json'), vttName: resultName(requestId, 'vtt') };
  await writeText(audio, names.jsonName, {
    contentType: 'application/json',
    text: JSON.stringify({ words }),
  });
  await writeText(audio, names.vttName, { contentType: 'text/vtt', text: wordsToVtt(words) });
  return names;
}

/** Stores a small text as an object. */
export async function writeText(
  audio: Pick<AudioStore, 'create'>,
  name: string,
  { contentType, text }: { readonly contentType: string; readonly text: string },
): Promise<void> {
  const sink = await audio.create(name, { contentType });
  try {
    await sink.write(new TextEncoder().encode(text));
    await sink.commit();
  } catch (error) {
    await sink.abort().catch(() => undefined);
    throw error;
  }
}

/** WebVTT, divided like subtitles of recordings. Words that are read together divide their time in proportion to their lengths. */
export function wordsToVtt(words: readonly TimedWord[]): string {
  const [first, last] = [words[0], words.at(-1)];
  if (first === undefined || last === undefined) return toVtt([]);
  const spoken = words.flatMap((word) => {
    const parts = wordRanges(word.text);
    const timeAt = (offset: number): number =>
      word.startTime + ((word.endTime - word.startTime) * offset) / word.text.length;
    return parts.map(({ start, end }) => ({
      text: word.text.slice(start, end),
      startTime: timeAt(start),
      endTime: timeAt(end),
    }));
  });
  const text = words.map((word) => word.text).join(' ');
  return toVtt([{ text, startTime: first.startTime, endTime: last.endTime, words: spoken }]);
}
