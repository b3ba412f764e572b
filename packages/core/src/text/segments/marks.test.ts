import { describe, expect, it } from 'vitest';
import { AFTER_URL, CANDIDATE, kindOfRun, STANDS_ALONE } from './marks.ts';

describe('the kind of a run of marks', () => {
  it.each([
    ['.', 'period'],
    ['?!', 'period'],
    ['…', 'period'],
    ['。」', 'period'],
    ['.,', 'comma'],
    ['.”,', 'comma'],
    ['...,', 'period'],
    ['.?', 'period'],
    [',', 'comma'],
    ['、', 'comma'],
    ['،', 'comma'],
    [';', 'semicolon'],
    ['؛', 'semicolon'],
    [',;', 'semicolon'],
    [':', 'colon'],
    ['：', 'colon'],
    ['.:', 'colon'],
    [':,', 'comma'],
    ['·', undefined],
    ['.·', 'period'],
  ])('%s is %s', (run, kind) => {
    expect(kindOfRun(run, 'en')).toBe(kind);
  });

  it.each([
    [';', 'period'],
    ['·', 'semicolon'],
    [',', 'comma'],
    [',;', 'period'],
    [':', 'colon'],
  ])('%s is %s in Greek', (run, kind) => {
    expect(kindOfRun(run, 'el')).toBe(kind);
  });
});

/** What the scan looks at in a text, with its name. */
const candidatesIn = (text: string): readonly string[] =>
  [...text.matchAll(CANDIDATE)].map(({ groups = {} }) => {
    const [[name, found] = []] = Object.entries(groups).filter(([, group]) => group !== undefined);
    return `${name} ${found}`;
  });

describe('the candidates in a text', () => {
  it.each([
    ['See https://a.b/c?d=1, please.', ['url https://a.b/c?d=1,', 'run .']],
    ['ftp://a.b HTTPS://C.D www.e.f', ['url ftp://a.b', 'url HTTPS://C.D', 'url www.e.f']],
    ['one\n\ntwo', ['line \n\n']],
    ['“Yes.” (No!) "So?" he', ['run .”', 'run !)', 'run ?"']],
    ['It is.[12] So', ['run .[12]']],
    ['It is.[1234] So', ['run .']],
    ['a — b – c - d -- e f--g', ['dash —', 'dash –', 'dash -', 'dash --', 'dash --']],
    ['well-known 1-2 x---y', []],
    ['\'tis "one" two', []],
  ])('%j', (text, expected) => {
    expect(candidatesIn(text)).toEqual(expected);
  });
});

it.each([
  ['https://a.b/c.', '.'],
  ['https://a.b/c?!")', '?!")'],
  ['https://a.b/c', undefined],
])('leaves behind the address %s what belongs to its sentence', (url, marks) => {
  expect(AFTER_URL.exec(url)?.[0]).toBe(marks);
});

it.each([
  ['。', true],
  ['，', true],
  ['…', true],
  ['।', true],
  ['.', false],
  ['!', false],
  [',', false],
  ['．', false],
])('takes %s for a mark where no space follows: %s', (run, isAlone) => {
  expect(STANDS_ALONE.test(run)).toBe(isAlone);
});
