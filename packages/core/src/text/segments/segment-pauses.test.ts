import { describe, expect, it } from 'vitest';
import type { LanguageCode } from '../language-codes.ts';
import { DEFAULT_PAUSES } from '../pause-plan.ts';
import { segmentText } from './segment-text.ts';

/** Silences that no two marks share, so that a wrong one shows. */
const PLAN = { majorBreak: 3, mediumBreak: 2, paragraphBreak: 6, sentenceBreak: 4 };

function pausesOf(text: string, languageCode: LanguageCode = 'en-US', plan = PLAN) {
  const segments = segmentText(text, {
    languageCode,
    maxUnitChars: 500,
    firstUnit: 'natural',
    clientPause: plan,
  });
  return [...segments].map((segment) => [segment.text, segment.silenceAfterSeconds]);
}

describe('clientPause', () => {
  it('has the defaults of the interface', () => {
    expect(DEFAULT_PAUSES).toEqual({
      majorBreak: 0.3,
      mediumBreak: 0.25,
      paragraphBreak: 0.6,
      sentenceBreak: 0.45,
    });
  });

  it.each([
    [
      'cuts at the four marks',
      'One, two; three. Four\nFive',
      [
        ['One,', 2],
        ['two;', 3],
        ['three.', 4],
        ['Four', 6],
        ['Five', undefined],
      ],
    ],
    [
      'counts ! ? and … as periods',
      'A! B? C… D',
      [
        ['A!', 4],
        ['B?', 4],
        ['C…', 4],
        ['D', undefined],
      ],
    ],
    [
      'counts marks in a row once',
      'A... B?! C,,, D',
      [
        ['A...', 4],
        ['B?!', 4],
        ['C,', 2],
        ['D', undefined],
      ],
    ],
    ['takes no pause at a colon or a dash', 'Note: this — that.', [['Note: this — that.', 4]]],
    [
      'takes no pause inside numbers',
      'It is 1,000.50 or 3.14 at 10:30, ok',
      [
        ['It is 1,000.50 or 3.14 at 10:30,', 2],
        ['ok', undefined],
      ],
    ],
    [
      'takes no pause inside abbreviations',
      'Dr. No, e.g. in the U.S. Army',
      [
        ['Dr. No,', 2],
        ['e.g. in the U.S. Army', undefined],
      ],
    ],
    [
      'takes no pause inside addresses',
      'See https://a.b/c,d;e.f, ok',
      [
        ['See https://a.b/c,d;e.f,', 2],
        ['ok', undefined],
      ],
    ],
    [
      'pauses at a comma without a space',
      'red,green',
      [
        ['red,', 2],
        ['green', undefined],
      ],
    ],
    [
      'takes a comma after a shortened word for the comma',
      'etc., and',
      [
        ['etc.,', 2],
        ['and', undefined],
      ],
    ],
    [
      'pauses mid-sentence at an ellipsis',
      'Wait... what',
      [
        ['Wait...', 4],
        ['what', undefined],
      ],
    ],
    [
      'makes several line breaks one pause',
      'A\r\n\r\n\u2028B',
      [
        ['A', 6],
        ['B', undefined],
      ],
    ],
    [
      'takes every line break for meant',
      'this is\nwrapped',
      [
        ['this is', 6],
        ['wrapped', undefined],
      ],
    ],
    [
      'takes the longer of period and line break',
      'A.\nB',
      [
        ['A.', 6],
        ['B', undefined],
      ],
    ],
    [
      'keeps the pause of a dropped stretch',
      'A, ***; B',
      [
        ['A,', 3],
        ['B', undefined],
      ],
    ],
    [
      'keeps the pause of dropped emoji between lines',
      'A,\n😀\nB',
      [
        ['A,', 6],
        ['B', undefined],
      ],
    ],
    [
      'pauses at a mark at the end of the text',
      'One. Two.',
      [
        ['One.', 4],
        ['Two.', 4],
      ],
    ],
    ['makes no pause of trimmed line breaks', 'One.\n\n', [['One.', 4]]],
    [
      'makes no pause before the first word',
      '... A, b',
      [
        ['A,', 2],
        ['b', undefined],
      ],
    ],
    [
      'pauses after the closing quote',
      '“Yes.” “No,” he said.',
      [
        ['“Yes.”', 4],
        ['“No,”', 2],
        ['he said.', 4],
      ],
    ],
    [
      'cuts short stretches too',
      'Yes, no, ok',
      [
        ['Yes,', 2],
        ['no,', 2],
        ['ok', undefined],
      ],
    ],
  ])('%s', (_rule, text, expected) => {
    expect(pausesOf(text)).toEqual(expected);
  });

  it.each([
    ['ar-XA', 'نعم، لا؛ ربما؟ حسنا', [2, 3, 4, undefined]],
    ['hi-IN', 'हाँ, नहीं; शायद। ठीक', [2, 3, 4, undefined]],
    ['cmn-CN', '是，不、也许；好。行！对', [2, 2, 3, 4, 4, undefined]],
    ['ja-JP', 'はい、いいえ。そう？うん', [2, 4, 4, undefined]],
    ['el-GR', 'Ναι, όχι· ίσως; Καλά', [2, 3, 4, undefined]],
    ['es-ES', '¿Sí? ¡No! Ya', [4, 4, undefined]],
    ['th-TH', 'ใช่ ไม่', [undefined]],
  ] as const)('knows the marks of %s', (languageCode, text, silences) => {
    expect(pausesOf(text, languageCode).map(([, silence]) => silence)).toEqual(silences);
  });

  it('requests exactly no silence if the paragraph break is 0', () => {
    expect(pausesOf('A\nB', 'en-US', { ...PLAN, paragraphBreak: 0 })).toEqual([
      ['A', 0],
      ['B', undefined],
    ]);
  });

  it("uses the longer silence even if it is the period's", () => {
    expect(pausesOf('A.\nB', 'en-US', { ...PLAN, paragraphBreak: 0 })).toEqual([
      ['A.', 4],
      ['B', undefined],
    ]);
  });

  it('adds no requested silence at a cut for length', () => {
    const pauses = pausesOf(`${'word '.repeat(120)}end. Then`);
    expect(pauses.length).toBeGreaterThan(3);
    expect(pauses.map(([, silence]) => silence)).toEqual([
      ...pauses.slice(2).map(() => undefined),
      4,
      undefined,
    ]);
  });
});
