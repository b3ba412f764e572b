import {
  type AlignedWord,
  type AlignmentCapabilities,
  type AlignmentTask,
  checkAlignmentTask,
  type TextAligner,
} from '@parlance/core/engine';
import { SpeechError } from '@parlance/core/errors';
import { isSameLanguage } from '@parlance/core/text';

export interface FakeTextAlignerOptions {
  readonly id?: string;
  /** Default: English, two minutes, two calls at once. */
  readonly capabilities?: Partial<AlignmentCapabilities>;
}

const WINDOW_SECONDS = 0.01;
const THRESHOLD = 0.01;
const IS_SAID = /[\p{L}\p{N}]/u;

/** An aligner that takes each sound between two silences for a word, or for a part of one with hyphens, and skips words without letters. */
export function fakeTextAligner({ id = 'fake', capabilities }: FakeTextAlignerOptions = {}): TextAligner {
  const known = { languages: ['en'], maxSeconds: 120, concurrency: 2, ...capabilities };
  let isClosed = false;
  return {
    id,
    capabilities: known,
    warm: async () => undefined,
    async align(task, { signal } = {}) {
      if (isClosed) throw new SpeechError('SHUTTING_DOWN', 'The aligner is closed.');
      checkAlignmentTask(task, known);
      if (!known.languages.some((language) => isSameLanguage(language, task.languageCode)))
        throw new SpeechError('LANGUAGE_NOT_SUPPORTED', `The aligner does not support ${task.languageCode}.`);
      // Answered in a later turn, as by a worker, so that a call can be aborted.
      await Promise.resolve();
      if (signal?.aborted) throw SpeechError.aborted(signal);
      return placeWords(task, soundsOf(task));
    },
    close: async () => {
      isClosed = true;
    },
  };
}

function soundsOf({ samples, sampleRateHz }: AlignmentTask): AlignedWord[] {
  const step = Math.round(sampleRateHz * WINDOW_SECONDS);
  const sounds: AlignedWord[] = [];
  let startSeconds: number | undefined;
  for (let at = 0; at < samples.length; at += step) {
    const isLoud = samples.subarray(at, at + step).some((sample) => Math.abs(sample) > THRESHOLD);
    const seconds = at / sampleRateHz;
    if (isLoud) startSeconds ??= seconds;
    else if (startSeconds !== undefined) {
      sounds.push({ startSeconds, endSeconds: seconds });
      startSeconds = undefined;
    }
  }
  if (startSeconds !== undefined) sounds.push({ startSeconds, endSeconds: samples.length / sampleRateHz });
  return sounds;
}

function placeWords({ text, words }: AlignmentTask, sounds: AlignedWord[]): readonly AlignedWord[] {
  let reachedSeconds = 0;
  return words.map(({ start, end }) => {
    const parts = text
      .slice(start, end)
      .split('-')
      .filter((part) => IS_SAID.test(part));
    const said = sounds.splice(0, parts.length);
    const startSeconds = said[0]?.startSeconds ?? reachedSeconds;
    reachedSeconds = said.at(-1)?.endSeconds ?? reachedSeconds;
    return { startSeconds, endSeconds: reachedSeconds };
  });
}
