import { fakeVoice } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import type { Delivery } from './delivery.ts';
import { ScriptWriter } from './script-writer.ts';

const PLAIN: Delivery = { voice: fakeVoice(), rate: 1, gainDb: 0 };
const LOUD: Delivery = { ...PLAIN, gainDb: 6 };

/** The passages of what is written, each with what ends with it. */
function passagesOf(write: (writer: ScriptWriter) => void) {
  const writer = new ScriptWriter(3);
  write(writer);
  const { passages } = writer.finish();
  return passages.map(({ text, boundaryAfter }) => `${text}|${boundaryAfter}`);
}

describe('a passage', () => {
  it.each<[string, Partial<Delivery>]>([
    ['voice', { voice: fakeVoice({ code: 'other' }) }],
    ['rate', { rate: 2 }],
    ['gain', { gainDb: 1 }],
    ['emphasis', { emphasis: 'strong' }],
  ])('ends where the %s changes, and only there', (_what, change) => {
    const said = passagesOf((writer) => {
      writer.say('One ', PLAIN);
      writer.say('two ', { ...PLAIN });
      writer.say('three ', { ...PLAIN, ...change });
      writer.say('four.', { ...PLAIN, ...change });
    });
    expect(said).toEqual(['One two|clause', 'three four.|sentence']);
  });

  it('takes the marks that close it from the text after it', () => {
    const said = (words: string) =>
      passagesOf((writer) => {
        writer.say('one', LOUD);
        writer.say(words, PLAIN);
      });
    expect(said(', two')).toEqual(['one,|clause', 'two|sentence']);
    expect(said('!” two')).toEqual(['one!”|sentence', 'two|sentence']);
    expect(said('...')).toEqual(['one...|sentence']);
    expect(said(')')).toEqual(['one)|sentence']);
    // No mark that belongs to the word behind it.
    expect(said('.5 two')).toEqual(['one|clause', '.5 two|sentence']);
    expect(said(' , two')).toEqual(['one|clause', ', two|sentence']);
  });

  it('takes none where a mark, a break or an end lies between', () => {
    expect(
      passagesOf((writer) => {
        writer.say('one', LOUD);
        writer.mark('here');
        writer.say(', two', PLAIN);
      }),
    ).toEqual(['one|clause', ', two|sentence']);
    expect(
      passagesOf((writer) => {
        writer.say('one', PLAIN);
        writer.end('paragraph');
        writer.say(', two', PLAIN);
      }),
    ).toEqual(['one|paragraph', ', two|sentence']);
    // The marks before the first word stay with it.
    expect(
      passagesOf((writer) => {
        writer.say('(', LOUD);
        writer.say(') two', PLAIN);
      }),
    ).toEqual([') two|sentence']);
  });

  it('ends a sentence if its text does, unless more ends with it', () => {
    const ends = (text: string, boundary: 'clause' | 'sentence' | 'paragraph') =>
      passagesOf((writer) => {
        writer.say(text, PLAIN);
        writer.end(boundary);
        writer.say('End', PLAIN);
      })[0];
    expect(ends('One.', 'clause')).toBe('One.|sentence');
    expect(ends('One…”', 'clause')).toBe('One…”|sentence');
    expect(ends('No. 1', 'clause')).toBe('No. 1|clause');
    expect(ends('One', 'clause')).toBe('One|clause');
    expect(ends('One.', 'paragraph')).toBe('One.|paragraph');
  });

  it('ends with the strongest of the ends after it', () => {
    expect(
      passagesOf((writer) => {
        writer.say('One', PLAIN);
        writer.end('paragraph');
        writer.end('sentence');
        writer.say('Two', PLAIN);
        writer.end('sentence');
        writer.end('paragraph');
        writer.end('clause');
        writer.say('Three', PLAIN);
      }),
    ).toEqual(['One|paragraph', 'Two|paragraph', 'Three|sentence']);
  });

  it('has the places of its pronunciations without the spaces around it', () => {
    const writer = new ScriptWriter(3);
    writer.say('One.', PLAIN);
    writer.end('sentence');
    writer.say(' say ', PLAIN);
    writer.say(' tomato ', PLAIN, 'ipa');
    writer.say('twice ', PLAIN);
    writer.end('clause');
    writer.say('more', PLAIN);
    const { passages, text } = writer.finish();
    expect(passages[1]).toMatchObject({
      text: 'say tomato twice',
      pronunciations: [{ start: 4, end: 10, ipa: 'ipa' }],
    });
    expect(passages[2]).not.toHaveProperty('pronunciations');
    expect(text).toBe('One. say tomato twice more');
  });

  it('is not begun by white space alone', () => {
    expect(
      passagesOf((writer) => {
        writer.say(' ', LOUD);
        writer.say('one', PLAIN);
        writer.say(' ', LOUD);
        writer.say('two', PLAIN);
      }),
    ).toEqual(['one|clause', 'two|sentence']);
  });
});

describe('a silence', () => {
  it('is added to those beside it, up to ten seconds', () => {
    const writer = new ScriptWriter(3);
    expect([writer.pause(4), writer.pause(6), writer.pause(1)]).toEqual([true, true, false]);
    writer.say('One.', PLAIN);
    expect([writer.pause(2), writer.pause(1)]).toEqual([true, true]);
    writer.say('Two.', PLAIN);
    const { passages, leadSeconds } = writer.finish();
    expect(leadSeconds).toBe(10);
    expect(passages.map(({ pauseAfterSeconds }) => pauseAfterSeconds)).toEqual([3, undefined]);
  });
});

it('keeps each warning once, and no more than it may', () => {
  const writer = new ScriptWriter(2);
  for (const warning of ['a', 'a', 'b', 'c']) writer.warn(warning);
  expect(writer.finish().warnings).toEqual(['a', 'b']);
});

it('has marks that nothing follows at its end', () => {
  const writer = new ScriptWriter(2);
  writer.mark('a');
  writer.say('One.', PLAIN);
  writer.mark('b');
  const { passages, closingMarks } = writer.finish();
  expect([passages[0]?.marks, closingMarks]).toEqual([['a'], ['b']]);
});
