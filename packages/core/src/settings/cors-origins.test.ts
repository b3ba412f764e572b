import { expect, it } from 'vitest';
import { parseInput } from '../input/parse-input.ts';
import { serverSettings } from './server-settings.ts';

it.each([
  ['https://app.example', ['https://app.example']],
  [' https://app.example , http://localhost:3000 ', ['https://app.example', 'http://localhost:3000']],
  ['*', ['*']],
  ['capacitor://localhost', ['capacitor://localhost']],
  [['https://app.example'], ['https://app.example']],
  ['', []],
])('takes the origins %j', (given, expected) => {
  expect(parseInput(serverSettings, { corsOrigins: given }).corsOrigins).toEqual(expected);
});

it.each([
  'app.example',
  'https://app.example/',
  'https://app.example/page',
  'https://APP.example',
  'https://app.example:443',
  'https://user@app.example',
  'https://*.example',
  'null',
])('refuses %j, which no browser would send', (given) => {
  expect(() => parseInput(serverSettings, { corsOrigins: given })).toThrow('corsOrigins');
});

it('has no origins by default, and the playground open on this machine', () => {
  const { corsOrigins, localPlayground } = parseInput(serverSettings, {});
  expect([corsOrigins, localPlayground]).toEqual([[], true]);
});

it.each([
  ['false', false],
  ['0', false],
  ['true', true],
  [false, false],
])('takes localPlayground %j', (given, expected) => {
  expect(parseInput(serverSettings, { localPlayground: given }).localPlayground).toBe(expected);
});

it('refuses a localPlayground that is neither', () => {
  expect(() => parseInput(serverSettings, { localPlayground: 'yes' })).toThrow(
    'localPlayground must be true or false',
  );
});
