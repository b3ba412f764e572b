import { SpeechError } from '@parlance/core/errors';

const SENTENCES = [
  'The harbour was quiet when the first boats came in, and nobody on the quay had slept.',
  'Two men carried a lamp between them.',
  'It is said that the old clock never told the right time, but that the whole town was late together.',
  'She counted the steps, as she had done every morning since the winter, and stopped at forty.',
  'Was there anything left to say?',
];

export interface LongText {
  readonly voiceCode: 'joe' | 'slt';
  readonly text: string;
}

/** For memory: its work lasts longer than a shared machine keeps one speed. */
export const WHOLE_TEXT = '100 000 characters, slt';

/** The measured texts, by the name of their case. The short ones take turns with the bare engine every ten seconds. */
export const CASES = {
  [WHOLE_TEXT]: ['slt', 100_000],
  '10 000 characters, slt': ['slt', 10_000],
  '3000 characters, joe': ['joe', 3000],
} as const satisfies Readonly<Record<string, readonly [LongText['voiceCode'], number]>>;

/** @returns the text of one of {@link CASES} */
export function longText(caseName: string): LongText {
  const found = CASES[caseName as keyof typeof CASES];
  if (found === undefined) throw new SpeechError('INTERNAL', `There is no case ${caseName}.`);
  const [voiceCode, characters] = found;
  return { voiceCode, text: textOf(characters) };
}

/** @returns a text of exactly so many characters, in paragraphs */
export function textOf(characters: number): string {
  let text = '';
  for (let turn = 0; text.length < characters; turn++) {
    text += SENTENCES[turn % SENTENCES.length] + (turn % 9 === 8 ? '\n' : ' ');
  }
  // Ends with a word, so that trimming takes nothing away.
  return `${text.slice(0, characters - 4)} end`;
}
