import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { decodePcm16 } from '@parlance/core/audio';
import { createVocabulary, type TermCorrector, type VocabularyTerm } from '@parlance/core/vocabulary';
import { createSpeech, type Speech } from '@parlance/runtime';
import { normalizedWords, wordErrorRate } from '@parlance/testkit';
import { clipOf, readClips } from '../recognition-segmentation/clips.ts';
import type { Sample, Variant } from '../runner/contract.ts';
import { TERM_SENTENCES, type TermSentence, textOf } from './sentences.ts';
import { BENCHMARK_TERMS, type Half } from './terms.ts';

/** What stands in the clips of human speech; those without a name are there for false matches. */
export const CLIP_TERMS: readonly VocabularyTerm[] = [
  'Dashwood',
  'Brooklyn',
  'Chromecast',
  'Concord',
  'Bob',
].map((term) => ({ term }));
const VOICE = 'joe';
const AT_ONCE = 2;
const TERMS_IN_A_TRIAL = 10;
const PROSE = new URL('../../fixtures/prose/addresses.txt.gz', import.meta.url);

/** The terms of a half as they are, and with what was heard for them by trial. */
interface Correctors {
  readonly terms: TermCorrector;
  readonly trials: TermCorrector;
}

/** Everything is spoken and decoded once, and what was heard is corrected by each of the vocabularies. */
export const listener: Variant = {
  async open() {
    const speech = await createSpeech();
    await speech.warm();
    const app = (await speech.service.createApp({ name: 'benchmark' })).app.appId;
    const known = new Map<Half, Promise<Correctors>>();
    const correctors = (half: Half): Promise<Correctors> => {
      const found = known.get(half) ?? correctorsOf(speech, app, half);
      known.set(half, found);
      return found;
    };
    return {
      async measure(name) {
        const [half = '', kind = ''] = name.split(': ');
        const { terms, trials } = await correctors(half as Half);
        if (kind === 'prose') return [proseSample({ terms, trials })];
        if (kind === 'clips') return await clipSamples(speech, half as Half);
        const own = TERM_SENTENCES.filter(({ term }) => term.half === half);
        return inParallel(own, async (sentence) => {
          const heard = await hear(speech, sentence);
          return sentenceSample(sentence, heard, { terms, trials });
        });
      },
      close: () => speech.close(),
    };
  },
};

async function correctorsOf(speech: Speech, appId: string, half: Half): Promise<Correctors> {
  const terms: readonly VocabularyTerm[] = BENCHMARK_TERMS.filter((one) => one.half === half);
  const parts = Array.from({ length: Math.ceil(terms.length / TERMS_IN_A_TRIAL) }, (_, index) =>
    terms.slice(index * TERMS_IN_A_TRIAL, (index + 1) * TERMS_IN_A_TRIAL),
  );
  const tried = await inParallel(parts, async (part) => {
    const answer = await speech.service.admin?.tryVocabulary(appId, { terms: [...part], voiceCode: VOICE });
    return answer?.trials ?? [];
  });
  const forms = new Map(tried.flat().map((trial) => [trial.term, trial.forms]));
  const withForms = terms.map((term) => ({ ...term, heardAs: forms.get(term.term) ?? [] }));
  return { terms: await correctorOf(terms), trials: await correctorOf(withForms) };
}

async function correctorOf(terms: readonly VocabularyTerm[]): Promise<TermCorrector> {
  const corrector = await createVocabulary(terms)?.correctorFor('en');
  return corrector ?? { corrections: () => [] };
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

async function hear(speech: Speech, sentence: TermSentence): Promise<string> {
  const options = {
    voiceCode: VOICE,
    outputFormat: 'pcm',
    cache: false,
    vocabulary: [sentence.term],
  } as const;
  const spoken = speech.speak(textOf(sentence), options);
  const samples = decodePcm16(await spoken.file());
  return (await speech.transcribe({ samples, sampleRateHz: spoken.format.sampleRateHz })).transcript;
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
async function clipSamples(speech: Speech, half: Half): Promise<Sample[]> {
  const clips = readClips();
  const terms = [...CLIP_TERMS, ...BENCHMARK_TERMS.filter((one) => one.half === half)];
  const corrector = await correctorOf(terms);
  return inParallel(clips, async ({ id }) => {
    const { path, reference } = clipOf(clips, id);
    const { transcript: heard } = await speech.transcribe(path);
    const found = corrector.corrections(heard);
    const text = corrected(heard, found);
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
