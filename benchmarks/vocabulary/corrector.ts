import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import {
  createVocabulary,
  type TermCorrector,
  TRIAL_SENTENCES,
  trialOf,
  type VocabularyTerm,
  withForms,
} from '@parlance/core/vocabulary';
import { normalizedWords, wordErrorRate } from '@parlance/testkit';
import { readClips } from '../recognition-segmentation/clips.ts';
import type { Variant } from '../runner/contract.ts';
import type { Sample } from '../runner/sample.ts';
import { type Recorded, readRecord } from './recorded.ts';
import { TERM_SENTENCES, type TermSentence } from './sentences.ts';
import { BENCHMARK_TERMS, type Half } from './terms.ts';

/** What stands in the clips of human speech. */
const CLIP_TERMS: readonly VocabularyTerm[] = ['Dashwood', 'Brooklyn', 'Chromecast', 'Concord', 'Bob'].map(
  (term) => ({ term }),
);
const PROSE = new URL('../../fixtures/prose/addresses.txt.gz', import.meta.url);

/** The terms of a half as they are, and with what was heard for them by trial. */
interface Correctors {
  readonly terms: TermCorrector;
  readonly trials: TermCorrector;
}

/** What was heard is corrected by each of the vocabularies. */
export const corrector: Variant = {
  async open() {
    const record = readRecord();
    return {
      async measure(name) {
        const [half = '', kind = ''] = name.split(': ');
        const by = await correctorsOf(record, half as Half);
        if (kind === 'prose') return [proseSample(by)];
        if (kind === 'clips') return clipSamples(record, half as Half);
        return TERM_SENTENCES.flatMap((sentence, at) =>
          sentence.term.half === half ? [sentenceSample(sentence, record.sentences[at] ?? '', by)] : [],
        );
      },
      close: async () => undefined,
    };
  },
};

async function correctorsOf(record: Recorded, half: Half): Promise<Correctors> {
  const terms = BENCHMARK_TERMS.filter((one) => one.half === half);
  const withTrials = terms.map(async (term) => {
    const heard = TRIAL_SENTENCES.map((sentence, at) => ({
      sentence,
      heard: record.trials[term.term]?.[at] ?? '',
    }));
    return withForms(term, await trialOf(term, heard));
  });
  return { terms: await correctorOf(terms), trials: await correctorOf(await Promise.all(withTrials)) };
}

async function correctorOf(terms: readonly VocabularyTerm[]): Promise<TermCorrector> {
  const found = await createVocabulary(terms)?.correctorFor('en');
  return found ?? { corrections: () => [] };
}

function sentenceSample(sentence: TermSentence, heard: string, { terms, trials }: Correctors): Sample {
  const { term } = sentence.term;
  const isWrong = !holds(heard, term);
  const own = normalizedWords(`${sentence.before} ${sentence.behind.replace(/^'s/u, '')}`);
  const outcome = (corrector: TermCorrector) => {
    const found = corrector.corrections(heard);
    const text = corrected(heard, found);
    const lost = wordsMissing(own, text) - wordsMissing(own, heard);
    return {
      text,
      isRight: isWrong && holds(text, term),
      otherWords: Math.max(0, lost) + found.filter((one) => one.term !== term).length,
    };
  };
  const [byTerms, byTrials] = [outcome(terms), outcome(trials)];
  return {
    values: {
      spoken: 1,
      wrong: Number(isWrong),
      rightByTerms: Number(byTerms.isRight),
      rightByTrials: Number(byTrials.isRight),
      changedByTerms: byTerms.otherWords,
      changedByTrials: byTrials.otherWords,
    },
    note: JSON.stringify({ term, kind: sentence.term.kind, heard, ...(isWrong && { now: byTrials.text }) }),
  };
}

function corrected(heard: string, found: ReturnType<TermCorrector['corrections']>): string {
  let text = '';
  let from = 0;
  for (const { start, end, term } of found) {
    text += heard.slice(from, start) + term;
    from = end;
  }
  return text + heard.slice(from);
}

/** As a word of its own, in any case. */
function holds(text: string, term: string): boolean {
  return new RegExp(String.raw`(?<![\p{L}\p{N}])${term}(?![\p{L}\p{N}])`, 'iu').test(text);
}

/** Words of the sentence around the term that are not there, whatever else is. */
function wordsMissing(own: readonly string[], text: string): number {
  const heard = normalizedWords(text);
  let row = new Array<number>(heard.length + 1).fill(0);
  for (const word of own) {
    const next = [0];
    for (const [at, other] of heard.entries()) {
      next.push(word === other ? (row[at] ?? 0) + 1 : Math.max(row[at + 1] ?? 0, next[at] ?? 0));
    }
    row = next;
  }
  return own.length - (row.at(-1) ?? 0);
}

/** Matches in prose that holds none of the terms. */
function proseSample({ terms, trials }: Correctors): Sample {
  const text = gunzipSync(readFileSync(PROSE)).toString();
  const sentences = text.split(/(?<=[.?!])\s|\n/u);
  const found = (corrector: TermCorrector): readonly string[] =>
    sentences.flatMap((sentence) =>
      corrector
        .corrections(sentence)
        .map(({ start, end, term }) => `${sentence.slice(start, end)} → ${term}`),
    );
  const [byTerms, byTrials] = [found(terms), found(trials)];
  return {
    values: {
      words: text.split(/\s+/u).length,
      falseByTerms: byTerms.length,
      falseByTrials: byTrials.length,
    },
    note: JSON.stringify({ byTerms, byTrials }),
  };
}

/** Human speech with its own names among the terms of a half: how many come right, and what else changes. */
async function clipSamples({ clips }: Recorded, half: Half): Promise<Sample[]> {
  const found = await correctorOf([...CLIP_TERMS, ...BENCHMARK_TERMS.filter((one) => one.half === half)]);
  return readClips().map(({ id, reference }) => {
    const heard = clips[id] ?? '';
    const text = corrected(heard, found.corrections(heard));
    const named = CLIP_TERMS.filter(({ term }) => holds(reference, term));
    return {
      values: {
        clips: 1,
        names: named.length,
        namesWrong: named.filter(({ term }) => !holds(heard, term)).length,
        namesWrongAfter: named.filter(({ term }) => !holds(text, term)).length,
        errors: wordErrorRate(reference, heard).errors,
        errorsAfter: wordErrorRate(reference, text).errors,
      },
      note: JSON.stringify({ id, heard, ...(text !== heard && { now: text }) }),
    };
  });
}
