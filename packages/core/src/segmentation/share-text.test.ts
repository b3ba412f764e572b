import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shareText } from './share-text.ts';

describe('the text of utterances that were decoded together', () => {
  it.each<[string, string, readonly (string | undefined)[], readonly string[]]>([
    [
      'corrects what one was alone',
      'And so my fellow Americans ask not.',
      [undefined, 'As not.'],
      ['And so my fellow Americans', 'ask not.'],
    ],
    [
      'may have the longest last',
      'One from fairest creatures',
      ['One.', undefined],
      ['One', 'from fairest creatures'],
    ],
    [
      'may have the longest between others',
      'Yes please. The train was late again. Of course.',
      ['Yes, please.', undefined, 'Of course.'],
      ['Yes please.', 'The train was late again.', 'Of course.'],
    ],
    ['leaves nothing to noise', 'Good morning.', ['', undefined], ['', 'Good morning.']],
    [
      'keeps what is said twice apart',
      'No. No. I said no.',
      ['No.', 'No.', undefined],
      ['No.', 'No.', 'I said no.'],
    ],
    [
      'is divided by signs where there are no spaces',
      '你好。今天天气很好。',
      ['你好', undefined],
      ['你好。', '今天天气很好。'],
    ],
  ])('%s', (_name, text, alone, shares) => {
    expect(shareText(text, alone)).toEqual(shares);
  });

  it.each<[string, string, readonly (string | undefined)[]]>([
    ['one that has words would have none', 'Good morning.', [undefined, 'See you tomorrow.']],
    ['one would have other words', 'Good morning. Never again.', [undefined, 'Perhaps tomorrow.']],
    ['the longest would have none', 'Yes.', ['Yes.', undefined]],
    ['there is none', '', ['Yes.', undefined]],
    ['the others are all of it', 'I see what you mean.', ['I see what you mean.', undefined]],
  ])('is not divided where %s', (_name, text, alone) => {
    expect(shareText(text, alone)).toBeUndefined();
  });

  it('is divided while at most half of the letters differ', () => {
    expect(shareText('abcd longer', ['abxy', undefined])).toEqual(['abcd', 'longer']);
    expect(shareText('abcdef longer', ['abxyzw', undefined])).toBeUndefined();
    expect(shareText('ABCD longer', ['a-b, c d', undefined])).toEqual(['ABCD', 'longer']);
  });

  it('is divided completely, each word once and in order, and correctly if nothing was misrecognized', () => {
    const word = fc.constantFrom('alpha', 'bravo', 'charlie', 'delta', 'echo', 'foxtrot', 'golf', 'hotel');
    const said = fc.array(fc.array(word, { minLength: 1, maxLength: 6 }), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(said, fc.nat(), fc.boolean(), (parts, seed, isMisheard) => {
        const texts = parts.map((words) => words.join(' '));
        const unknown = seed % parts.length;
        const alone = texts.map((text, part) =>
          part === unknown ? undefined : isMisheard ? text.replaceAll('a', 'o') : text,
        );
        const shares = shareText(texts.join(' '), alone);
        if (shares === undefined) return isMisheard;
        expect(shares.filter((share) => share !== '').join(' ')).toBe(texts.join(' '));
        // Where neighbours begin and end alike there may be several ways.
        const isSame = alone.every((text, part) => text === undefined || shares[part] === text);
        return isMisheard || isSame;
      }),
    );
  });
});
