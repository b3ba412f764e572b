import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import loadSoundSwallower, { type Segment } from 'soundswallower';

/** A word that was found, or a silence or hesitation between two of them. */
export interface FoundSegment {
  /** For a word its entry in the dictionary, for others a name in brackets. */
  readonly name: string;
  readonly startSeconds: number;
  readonly endSeconds: number;
  /** In order, each with its duration. */
  readonly sounds: readonly { readonly name: string; readonly seconds: number }[];
}

export interface DecodedSpeech {
  /** Mono in [-1, 1]. */
  readonly samples: Float32Array;
  readonly sampleRateHz: number;
}

/** The acoustic model and its dictionary, in their own memory. */
export interface Decoder {
  /** @returns the sounds of a word, `AH K UW S T IH K`; `undefined`: the dictionary does not have it */
  soundsOf(word: string): string | undefined;
  /**
   * Finds words in speech as if it were the first call, without any trace of an earlier one.
   *
   * @param entries of the dictionary in the order in which they are spoken, at least one
   * @param added pronunciations of entries that the dictionary does not have
   * @returns segments in order, without gaps; `undefined`: the words can't have been spoken in such a short time
   */
  find(
    speech: DecodedSpeech,
    entries: readonly string[],
    added: ReadonlyMap<string, readonly string[]>,
  ): Promise<readonly FoundSegment[] | undefined>;
}

const MODEL = 'en-us';
/** Silences and hesitations, which may occur between any two words, with their sounds. */
const FILLERS = fileURLToPath(new URL(`../../fillers/${MODEL}.txt`, import.meta.url));
const RATE_HZ = 16_000;
const OPTIONS = {
  // Every path that may still win is kept; there are few, since the order of the words is known.
  beam: 1e-120,
  pbeam: 1e-120,
  wbeam: 1e-120,
  // The probability of a silence or a hesitation between two words, without the weight of a language model.
  silprob: 0.1,
  fillprob: 1e-9,
  lw: 1,
  // Scoring every second frame with its two nearest Gaussians halves the processor time; most words stay where they were.
  ds: 2,
  topn: 2,
};

export async function createDecoder(): Promise<Decoder> {
  const packageFolder = dirname(fileURLToPath(import.meta.resolve('soundswallower')));
  const module = await loadSoundSwallower({ print() {}, printErr() {} });
  const decoder = new module.Decoder({
    ...OPTIONS,
    hmm: join(packageFolder, 'model', MODEL),
    fdict: FILLERS,
    samprate: RATE_HZ,
    loglevel: 'FATAL',
  });
  await decoder.initialize();
  const fresh = module.HEAPU8.slice();
  const forget = (): void => {
    // Entries of the dictionary and the means of sounds and noise would persist from one call to the next. Copying takes 4 ms.
    module.HEAPU8.set(fresh);
    module.HEAPU8.fill(0, fresh.length);
  };
  return {
    soundsOf: (word) => decoder.lookup_word(word) ?? undefined,
    async find({ samples, sampleRateHz }, entries, added) {
      forget();
      if (sampleRateHz !== RATE_HZ) {
        decoder.set_config('samprate', sampleRateHz);
        await decoder.reinitialize_audio();
      }
      // The second pronunciation of a word is `entry(2)`.
      for (const [entry, pronunciations] of added)
        for (const [index, sounds] of pronunciations.entries())
          decoder.add_words([index === 0 ? entry : `${entry}(${index + 1})`, sounds]);
      decoder.set_align_text(entries.join(' '));
      decoder.start();
      decoder.process_audio(samples, false, true);
      decoder.stop();
      return segmentsOf(
        decoder.get_text() === '' ? [] : (decoder.get_alignment({ align_level: 1 }).w ?? []),
        entries,
      );
    },
  };
}

/** @returns `undefined` if the search did not reach the last word */
function segmentsOf(
  found: readonly Segment[],
  entries: readonly string[],
): readonly FoundSegment[] | undefined {
  const segments = found.map(({ t, b, d, w = [] }) => ({
    name: t,
    startSeconds: b,
    endSeconds: b + d,
    sounds: w.map(({ t: name, d: seconds }) => ({ name, seconds })),
  }));
  const words = segments.filter(({ name }) => !isFiller(name));
  return words.length === entries.length ? segments : undefined;
}

/** Whether a segment is not a word but a silence, a noise or a hesitation. */
export function isFiller(name: string): boolean {
  return /^[<[(]/.test(name);
}
