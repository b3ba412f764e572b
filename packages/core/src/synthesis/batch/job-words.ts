import type { TextAligner } from '../../engine/text-aligner.ts';
import type { SynthesizedAudio } from '../../requests/records/synthesis-record.ts';
import type { AudioStore } from '../../storage/audio-store.ts';
import type { ReadingForm } from '../../text/reading-form.ts';
import { writeResultWords } from '../results/result-words.ts';
import { createWordTimer, type SpokenSegment, type TimedWord, type WordTimer } from '../words/word-timer.ts';
import { type Checkpoint, readCheckpointWords, writeCheckpointWords } from './synthesis-checkpoints.ts';

export interface JobWordsOptions {
  readonly audio: AudioStore;
  readonly alignerFor: (languageCode: string) => TextAligner | undefined;
  readonly normalizeText: boolean;
  /** How the terms of a vocabulary are read. */
  readonly terms: readonly ReadingForm[] | undefined;
  readonly requestId: string;
  readonly appId: string;
  /** The caller's text, or the spoken text of the SSML. */
  readonly text: string;
  readonly signal: AbortSignal;
}

/** The words of a job's audio with their times, stored with its checkpoints, so that a restarted job continues with them. */
export class JobWords {
  readonly #options: JobWordsOptions;
  #timer: WordTimer;
  #words: TimedWord[] = [];
  /** How many words are in the checkpoints. */
  #kept = 0;

  constructor(options: JobWordsOptions) {
    this.#options = options;
    this.#timer = this.#begin();
  }

  /** @returns the checkpoints whose words are stored too, up to the first without */
  async resume(checkpoints: readonly Checkpoint[]): Promise<readonly Checkpoint[]> {
    const { audio, requestId } = this.#options;
    for (const [at, { index }] of checkpoints.entries()) {
      const words = await readCheckpointWords(audio, requestId, index);
      if (words === undefined) return checkpoints.slice(0, at);
      this.#words.push(...words);
      this.#kept = this.#words.length;
    }
    return checkpoints;
  }

  /** Discards all words, because the checkpoints do not match. */
  restart(): void {
    this.#words = [];
    this.#kept = 0;
    this.#timer = this.#begin();
  }

  /** Skips a segment that is in a checkpoint. */
  skip(segment: string): void {
    this.#timer.skip(segment);
  }

  add(segment: SpokenSegment): void {
    this.#timer.add(segment);
  }

  /** Stores the words since the last checkpoint. @throws SpeechError what the aligner threw, a storage code */
  async keep(index: number): Promise<void> {
    await this.#timer.settled();
    const { audio, requestId } = this.#options;
    await writeCheckpointWords(audio, requestId, { index, words: this.#words.slice(this.#kept) });
    this.#kept = this.#words.length;
  }

  /** Stores all of them with the result. @throws SpeechError what the aligner threw, a storage code */
  async finish(): Promise<SynthesizedAudio['words']> {
    await this.#timer.settled();
    const { audio, requestId } = this.#options;
    return writeResultWords(audio, requestId, this.#words);
  }

  #begin(): WordTimer {
    const { alignerFor, normalizeText, terms, signal, appId, text } = this.#options;
    const timer = createWordTimer({
      alignerFor,
      normalizeText,
      terms,
      call: { signal, lane: 'batch', turn: appId },
      onWords: (words) => this.#words.push(...words),
    });
    timer.push(text);
    return timer;
  }
}
