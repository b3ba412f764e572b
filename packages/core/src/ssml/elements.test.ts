import { fakeVoice } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { DEFAULT_PAUSES } from '../text/pause-plan.ts';
import type { Casting } from './casting.ts';
import { ELEMENTS, readUnknown } from './elements.ts';

const VOICE = fakeVoice({ code: 'amy' });
const OTHER = fakeVoice({ code: 'eva', languageCode: 'de-DE' });
const AROUND = { voice: VOICE, rate: 0.5, gainDb: -2, emphasis: 'strong' } as const;

/** What an element does, and what it tells the writer, the caller and those who cast. */
function readElement(
  name: string,
  attributes: Record<string, string> = {},
  members: { fits?: boolean } = {},
) {
  const { fits = true } = members;
  const told: unknown[] = [];
  const wishes: unknown[] = [];
  const warnings: string[] = [];
  const casting: Casting = {
    voice: VOICE,
    named(codes) {
      wishes.push(codes);
      return OTHER;
    },
    matching({ present, ...wish }) {
      wishes.push(wish, present.code);
      return wish.language === 'xx' ? undefined : OTHER;
    },
  };
  const effect = (ELEMENTS[name] ?? readUnknown(name))({
    ...{ attributes, delivery: AROUND, casting, pauses: DEFAULT_PAUSES },
    writer: {
      pause(seconds) {
        told.push(seconds);
        return fits;
      },
      mark: (mark) => void told.push(mark),
    },
    warn: (what) => void warnings.push(what),
  });
  return { effect, told, wishes, warnings };
}

it('speaks its text as the text around it: speak, token, w', () => {
  for (const name of ['speak', 'token', 'w'])
    expect(readElement(name)).toMatchObject({ effect: {}, warnings: [] });
  expect(readElement('speak', { 'xml:lang': 'en-GB' }).warnings).toEqual([]);
  expect(readElement('speak', { 'xml:lang': 'de' }).warnings).toEqual([
    'xml:lang "de" is not the language of voice amy, which speaks the text',
  ]);
});

it.each(['desc', 'metadata', 'meta', 'lexicon'])('does not speak %s', (name) => {
  expect(readElement(name)).toMatchObject({ effect: { isSilent: true }, warnings: [] });
});

it.each([
  ['p', 'paragraph'],
  ['s', 'sentence'],
])('ends with %s a %s, which may have another voice', (name, boundary) => {
  expect(readElement(name)).toEqual({ effect: { boundary }, told: [], wishes: [], warnings: [] });
  expect(readElement(name, { 'xml:lang': 'de' })).toMatchObject({
    effect: { boundary, delivery: { ...AROUND, voice: OTHER } },
    wishes: [{ language: 'de' }, 'amy'],
  });
});

describe('break', () => {
  it.each([
    [{}, 0.25],
    [{ time: '1.5s' }, 1.5],
    [{ time: '0s' }, 0],
    [{ time: '1s', strength: 'none' }, 1],
    [{ strength: 'strong' }, 0.45],
  ])('%j is a silence of %f seconds', (attributes, seconds) => {
    expect(readElement('break', attributes)).toMatchObject({ effect: {}, told: [seconds], warnings: [] });
  });

  it('without strength is none', () => {
    for (const strength of ['none', 'x-weak'])
      expect(readElement('break', { strength })).toMatchObject({ told: [], warnings: [] });
  });

  it.each([
    [
      { time: 'soon' },
      'time of break must be seconds or milliseconds, such as "1.5s" or "300ms"; got "soon"',
    ],
    [
      { strength: 'odd' },
      'strength of break must be none, x-weak, weak, medium, strong or x-strong; got "odd"',
    ],
  ])('%j is none, and that is told', (attributes, warning) => {
    expect(readElement('break', attributes)).toMatchObject({ told: [], warnings: [warning] });
  });

  it('that is too long is cut, and that is told', () => {
    expect(readElement('break', { time: '11s' }, { fits: false }).warnings).toEqual([
      'a silence has at most 10 seconds; it is cut to that',
    ]);
  });
});

describe('prosody', () => {
  it('is relative to the text around it', () => {
    const { effect, warnings } = readElement('prosody', { rate: '120%', volume: '-6dB' });
    expect(effect).toEqual({ delivery: { ...AROUND, rate: 0.6, gainDb: -8 } });
    expect(warnings).toEqual([]);
    expect(readElement('prosody').effect).toEqual({ delivery: AROUND });
  });

  it.each(['pitch', 'contour', 'range', 'duration'])('has no %s, and says so', (name) => {
    expect(readElement('prosody', { [name]: '1' })).toMatchObject({
      effect: { delivery: AROUND },
      warnings: [`${name} of prosody is not supported; it is passed over`],
    });
  });

  it.each([
    ['rate', '"slow", "1.2" or "80%"; got "odd"'],
    ['volume', '"soft" or "+6dB"; got "odd"'],
  ])('stays as it is with an odd %s, and says so', (name, hint) => {
    const { effect, warnings } = readElement('prosody', { [name]: 'odd' });
    expect(effect).toEqual({ delivery: AROUND });
    expect(warnings).toEqual([expect.stringContaining(hint)]);
    expect(warnings[0]).toContain(`${name} of prosody`);
  });
});

describe('emphasis', () => {
  it.each([
    [{}, 'moderate'],
    [{ level: 'reduced' }, 'reduced'],
    [{ level: 'none' }, undefined],
  ])('%j is %s', (attributes, emphasis) => {
    const { effect, warnings } = readElement('emphasis', attributes);
    expect(effect).toStrictEqual({ delivery: { ...AROUND, emphasis } });
    expect(warnings).toEqual([]);
  });

  it('of an odd level is none, and that is told', () => {
    const { effect, warnings } = readElement('emphasis', { level: 'odd' });
    expect(effect).toStrictEqual({ delivery: { ...AROUND, emphasis: undefined } });
    expect(warnings).toEqual(['level of emphasis must be strong, moderate, reduced or none; got "odd"']);
  });
});

it('reads with say-as as it is told, if it knows how', () => {
  const format = 'dmy';
  expect(readElement('say-as', { 'interpret-as': 'date', format })).toMatchObject({
    effect: { sayAs: { interpretAs: 'date', format } },
    warnings: [],
  });
  expect(readElement('say-as', { 'interpret-as': 'odd' })).toMatchObject({
    effect: {},
    warnings: ['interpret-as "odd" is not known; the text is read as it is written'],
  });
  expect(readElement('say-as').warnings).toEqual([
    'say-as has no interpret-as; its text is read as it is written',
  ]);
});

it('has an alias, a mark or a sound file only as far as there is one', () => {
  expect(readElement('sub', { alias: 'Doctor' })).toMatchObject({
    effect: { alias: 'Doctor' },
    warnings: [],
  });
  expect(readElement('sub').warnings).toEqual(['sub has no alias; its text is spoken']);
  expect(readElement('mark', { name: 'a' })).toMatchObject({ told: ['a'], warnings: [] });
  for (const attributes of [{}, { name: '' }])
    expect(readElement('mark', attributes)).toMatchObject({
      told: [],
      warnings: ['mark has no name; it is passed over'],
    });
  expect(readElement('audio').warnings).toEqual(['audio is not played; the text inside it is spoken']);
});

describe('voice', () => {
  it('is the first of its names', () => {
    expect(readElement('voice', { name: ' bob  eva ', gender: 'male' })).toMatchObject({
      effect: { delivery: { ...AROUND, voice: OTHER } },
      wishes: [['bob', 'eva']],
      warnings: [],
    });
  });

  it.each([
    [{ 'xml:lang': 'de' }, { language: 'de', gender: undefined }],
    [{ languages: 'de' }, { language: 'de', gender: undefined }],
    [
      { 'xml:lang': 'de', languages: 'fr' },
      { language: 'de', gender: undefined },
    ],
    [{ gender: 'male' }, { language: 'en-US', gender: 'male' }],
    [
      { name: ' ', 'xml:lang': 'de', gender: 'odd' },
      { language: 'de', gender: undefined },
    ],
  ])('%j is one of %j', (attributes, wish) => {
    expect(readElement('voice', attributes)).toMatchObject({
      effect: { delivery: { voice: OTHER } },
      wishes: [wish, 'amy'],
      warnings: [],
    });
  });

  it('stays if nothing tells which, and says so', () => {
    for (const attributes of [{}, { gender: 'odd' }, { name: '' }])
      expect(readElement('voice', attributes)).toEqual({
        ...{ effect: {}, told: [], wishes: [] },
        warnings: ['voice has neither name nor language nor gender; the voice stays'],
      });
  });

  it('stays if there is none of that kind, and says so', () => {
    expect(readElement('voice', { languages: 'xx', gender: 'male' })).toMatchObject({
      effect: {},
      warnings: ['no voice is male and speaks "xx"; amy goes on'],
    });
    expect(readElement('lang', { 'xml:lang': 'xx' })).toMatchObject({
      effect: {},
      warnings: ['no voice speaks "xx"; amy goes on'],
    });
    expect(readElement('lang')).toEqual({ effect: {}, told: [], wishes: [], warnings: [] });
  });
});

it('shows no more than forty characters of what it does not know', () => {
  const long = 'x'.repeat(1000);
  expect(readElement('break', { time: long }).warnings[0]).toMatch(/got "x{40}"$/);
});
