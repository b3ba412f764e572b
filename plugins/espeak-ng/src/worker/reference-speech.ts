import type { AlignedWord, WordRange } from '@parlance/core/engine';
import { join, toFloat } from './audible-samples.ts';
import type { Speaker, SpeechEvent } from './speaker.ts';

export interface ReferenceText {
  readonly text: string;
  /** Ranges of the text in order, without overlap. */
  readonly words: readonly WordRange[];
  readonly espeakVoice: string;
  /** 80 to 450. */
  readonly wordsPerMinute: number;
}

export interface ReferenceSpeech {
  readonly samples: Float32Array;
  /** When each word is spoken; `undefined`: it has no sound. In order, none of them empty. */
  readonly words: readonly (AlignedWord | undefined)[];
  /** Whether each word is unstressed, as "the" and "of" usually are. */
  readonly isWeak: readonly boolean[];
}

const PITCH_RANGE = 50;
const MS_IN_SECOND = 1000;
/** Shorter than any sound; a word with less time has no sound. */
const SHORTEST_SECONDS = 0.01;
const NO_LETTERS = /^[^\p{L}]+|[^\p{L}]+$/gu;
/** Added after each word, so that eSpeak NG speaks it as a sentence, stressed and in full. */
const END = '.\n';

/** Lets eSpeak NG synthesize a text, and finds out when it speaks each word. */
export function speakReference(speaker: Speaker, reference: ReferenceText): ReferenceSpeech {
  const { text, words, espeakVoice, wordsPerMinute } = reference;
  const chunks: Float32Array[] = [];
  const events: SpeechEvent[] = [];
  const utterance = { text, espeakVoice, wordsPerMinute, pitchRange: PITCH_RANGE };
  speaker.speak(utterance, (samples, heard) => {
    chunks.push(toFloat(samples));
    events.push(...heard);
    return true;
  });
  const samples = join(chunks);
  const sounds = soundsOf(events, (samples.length / speaker.sampleRateHz) * MS_IN_SECOND);
  const soundsOfWord = soundsByWord(sounds, text, words);
  return {
    samples,
    words: spansOf(soundsOfWord),
    isWeak: soundsOfWord.map((own) => own.length > 0 && !own.some(({ isStressed }) => isStressed)),
  };
}

/**
 * Synthesizes a text's weak words again, each alone, as people say them with stress or when speaking slowly ("a" as "eh", a long "the").
 *
 * @returns for each word of the text, when it is spoken; `undefined` for words that are not weak
 */
export function speakWeakWords(
  speaker: Speaker,
  { text, words, ...manner }: ReferenceText,
  isWeak: readonly boolean[],
): Pick<ReferenceSpeech, 'samples' | 'words'> {
  const written = words.map(({ start, end }, index) =>
    isWeak[index] === true ? text.slice(start, end).toLowerCase().replace(NO_LETTERS, '') : '',
  );
  const list = [...new Set(written)].filter((word) => word !== '');
  if (list.length === 0) return { samples: new Float32Array(), words: words.map(() => undefined) };
  let at = 0;
  const ranges = list.map((word) => {
    const start = at;
    at += word.length + END.length;
    return { start, end: start + word.length };
  });
  const spoken = speakReference(speaker, {
    ...manner,
    text: list.map((word) => word + END).join(''),
    words: ranges,
  });
  return { samples: spoken.samples, words: written.map((word) => spoken.words[list.indexOf(word)]) };
}

interface Sound {
  /** Code points before the word that it belongs to. */
  readonly position: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly isStressed: boolean;
}

/** A sound belongs to the word that began last, since the positions of sounds themselves are wrong at pauses. */
function soundsOf(events: readonly SpeechEvent[], totalMs: number): readonly Sound[] {
  const sounds: Sound[] = [];
  let position = 0;
  let open:
    | {
        readonly isPause: boolean;
        readonly isStressed: boolean;
        readonly startMs: number;
        readonly position: number;
      }
    | undefined;
  const end = (endMs: number): void => {
    // A sound without length was merged with its neighbour.
    if (open !== undefined && !open.isPause && endMs > open.startMs)
      sounds.push({ position: open.position, startMs: open.startMs, endMs, isStressed: open.isStressed });
  };
  for (const { type, id, text_position: place, audio_position: startMs } of events) {
    if (type === 'word') position = place - 1;
    if (type !== 'phoneme') continue;
    end(startMs);
    open = { isPause: id === '', isStressed: /[ˈˌ]/.test(String(id)), startMs, position };
  }
  end(totalMs);
  return sounds;
}

function soundsByWord(
  sounds: readonly Sound[],
  text: string,
  words: readonly WordRange[],
): readonly (readonly Sound[])[] {
  const starts = codePointOffsets(
    text,
    words.map(({ start }) => start),
  );
  const soundsOfWord: Sound[][] = words.map(() => []);
  let word = 0;
  for (const sound of sounds) {
    while (word + 1 < words.length && (starts[word + 1] as number) <= sound.position) word += 1;
    soundsOfWord[word]?.push(sound);
  }
  shareMergedWords(soundsOfWord, text, words);
  return soundsOfWord;
}

function spansOf(soundsOfWord: readonly (readonly Sound[])[]): readonly (AlignedWord | undefined)[] {
  let reachedMs = 0;
  return soundsOfWord.map((own) => {
    const [first, last] = [own[0], own.at(-1)];
    if (first === undefined || last === undefined) return undefined;
    const startSeconds = Math.max(first.startMs, reachedMs) / MS_IN_SECOND;
    const endSeconds = last.endMs / MS_IN_SECOND;
    if (endSeconds - startSeconds < SHORTEST_SECONDS) return undefined;
    reachedMs = last.endMs;
    return { startSeconds, endSeconds };
  });
}

/**
 * eSpeak NG merges some words ("of the") and reports only the time of the first, so the others get some of its sounds, in proportion to their letters.
 */
function shareMergedWords(sounds: Sound[][], text: string, words: readonly WordRange[]): void {
  for (let first = 0; first < words.length; first += 1) {
    if (sounds[first]?.length === 0) continue;
    let end = first + 1;
    while (end < words.length && sounds[end]?.length === 0 && lettersOf(text, words[end]) > 0) end += 1;
    if (end === first + 1) continue;
    const group = sounds[first] as Sound[];
    const letters = words.slice(first, end).map((range) => Math.max(1, lettersOf(text, range)));
    const total = letters.reduce((sum, count) => sum + count, 0);
    let before = 0;
    for (const [index, count] of letters.entries()) {
      const from = Math.round((group.length * before) / total);
      before += count;
      sounds[first + index] = group.slice(from, Math.round((group.length * before) / total));
    }
  }
}

function lettersOf(text: string, range: WordRange | undefined): number {
  return range === undefined ? 0 : (text.slice(range.start, range.end).match(/[\p{L}\p{N}]/gu)?.length ?? 0);
}

/** @param offsets in UTF-16 code units, ascending */
function codePointOffsets(text: string, offsets: readonly number[]): readonly number[] {
  let [units, points] = [0, 0];
  return offsets.map((offset) => {
    while (units < offset) {
      units += (text.codePointAt(units) ?? 0) > 0xffff ? 2 : 1;
      points += 1;
    }
    return points;
  });
}
