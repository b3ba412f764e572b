import { createChance } from '../runner/chance.ts';
import { BENCHMARK_TERMS, type BenchmarkTerm, type TermKind } from './terms.ts';

/** A sentence with one term in it. */
export interface TermSentence {
  readonly term: BenchmarkTerm;
  readonly before: string;
  readonly behind: string;
}

/** What is said of a thing of each kind; `_` is where the term stands. */
const FRAMES: Readonly<Record<TermKind, readonly string[]>> = {
  person: [
    'Could you ask _ to call me back this afternoon?',
    'The report was written by _ last week.',
    'I have an appointment with Doctor _ at nine.',
    "We are still waiting for _'s answer.",
    'Please send the invoice to _ before Friday.',
    'My neighbour _ moved here two years ago.',
    '_ said that the meeting was cancelled.',
    'Has anybody seen _ since lunch?',
  ],
  company: [
    'She has worked for _ since the spring.',
    'The shares of _ fell by two percent.',
    'We signed a contract with _ yesterday.',
    "What do you think of _'s new prices?",
    '_ is going to open an office in our town.',
    'I had to call the support of _ twice.',
    'Most of our customers have moved to _ by now.',
    'The order from _ has not arrived yet.',
  ],
  drug: [
    'The doctor prescribed _ for the next three months.',
    'Do not take _ with alcohol.',
    'My mother has been taking _ since last year.',
    'Is there a cheaper drug than _ for that?',
    'He stopped taking _ because of the headaches.',
    '_ should be taken in the morning with water.',
    'The pharmacy was out of _ again.',
    'How many milligrams of _ do you take?',
  ],
  place: [
    'We spent two weeks in _ with the children.',
    'The train to _ leaves in ten minutes.',
    'Her parents came from a village near _ in the thirties.',
    '_ is colder than I had expected.',
    'How far is it from here to _ by car?',
    'They are building a new hospital in _ this year.',
    'The weather in _ will be fine tomorrow.',
    'I would like to book a hotel in _ for Saturday.',
  ],
  product: [
    'Can you show me how _ works?',
    'I bought _ because my brother recommended it.',
    'The new version of _ is much faster.',
    'We had some trouble with _ this morning.',
    '_ stopped working after the update.',
    'There is a good book about _ in the library.',
    'Nobody here has used _ before.',
    'You will need _ for the next lesson.',
  ],
};
const SEED_OF_FRAMES = 2026;
const PER_TERM = 2;

/** Two for each term, the same in every run. */
export const TERM_SENTENCES: readonly TermSentence[] = sentences();

function sentences(): readonly TermSentence[] {
  const chance = createChance(SEED_OF_FRAMES);
  return BENCHMARK_TERMS.flatMap((term) => {
    const frames = FRAMES[term.kind];
    const first = chance.below(frames.length);
    return Array.from({ length: PER_TERM }, (_, index) => {
      const frame = frames[(first + index * 3) % frames.length] ?? '';
      const [before = '', behind = ''] = frame.split('_');
      return { term, before, behind };
    });
  });
}

export const textOf = ({ term, before, behind }: TermSentence): string => `${before}${term.term}${behind}`;
