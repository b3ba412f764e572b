import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareVoices, VOICE_QUALITIES, type Voice } from '../engine/voice.ts';
import { parseInput } from '../input/parse-input.ts';
import type { Sealer } from '../platform/sealer.ts';
import { LANGUAGE_CODES } from '../text/language-codes.ts';
import { pageVoices } from './page-voices.ts';
import { createVoiceCatalogue } from './voice-catalogue.ts';
import { voiceQueryInput } from './voice-query.ts';

/** Readable, so that a test can look; what it opens it has sealed for the same purpose. */
const sealer: Sealer = {
  seal: (purpose: string, text: string) => `${purpose}|${text}`,
  open: (purpose: string, sealed: string) =>
    sealed.startsWith(`${purpose}|`) ? sealed.slice(purpose.length + 1) : undefined,
  sign: (purpose, text) => `${purpose}|${text}`,
  verify: (purpose, text, signature) => signature === `${purpose}|${text}`,
};

/** As many as a service with eSpeak NG has: two of each language, some of them one app's own. */
const voiceOf = (code: string): Voice => ({
  code,
  name: code,
  gender: code.length % 2 === 0 ? 'male' : 'female',
  languageCode: LANGUAGE_CODES[code.charCodeAt(0) % LANGUAGE_CODES.length] ?? 'en-US',
  nativeRateHz: 22_050,
  creditFactor: '1',
  engine: code.includes('x') ? 'a' : 'b',
  ...(code.startsWith('a') ? {} : { quality: VOICE_QUALITIES[code.length % 3] ?? 'fair' }),
  licence: 'CC0-1.0',
  supportsEmphasis: false,
  ...(code.includes('p') ? { ownership: 'PERSONAL', ownerAppId: 'mine' } : { ownership: 'SERVICE' }),
});

const inOrder = (all: readonly string[]): readonly string[] =>
  all
    .map(voiceOf)
    .toSorted(compareVoices)
    .map(({ code }) => code);

const codes = fc.uniqueArray(
  fc.string({ unit: fc.constantFrom('a', 'b', 'p', 'x', '-'), minLength: 1, maxLength: 4 }),
  {
    maxLength: 120,
  },
);
const limits = fc.integer({ min: 1, max: 100 });

/** Walks all pages; `catalogueAt` may be another one for each. */
function walk(catalogueAt: (page: number) => readonly string[], limit: number, appId: string): string[] {
  const seen: string[] = [];
  let cursor: string | undefined;
  for (let page = 0; ; page += 1) {
    const catalogue = createVoiceCatalogue(catalogueAt(page).map(voiceOf));
    const query = parseInput(voiceQueryInput, {
      limit: String(limit),
      ...(cursor !== undefined && { cursor }),
    });
    const { voices, nextCursor } = pageVoices(catalogue, sealer, { query, appId, realtimeVoices: ['a'] });
    seen.push(...voices.map(({ code }) => code));
    if (nextCursor === null) return seen;
    cursor = nextCursor;
  }
}

it('shows each voice that a caller may see once, in order, whatever the size of a page', () => {
  fc.assert(
    fc.property(codes, limits, fc.constantFrom('mine', 'other'), (all, limit, appId) => {
      const visible = all.filter((code) => appId === 'mine' || !code.includes('p'));
      expect(walk(() => all, limit, appId)).toEqual(inOrder(visible));
    }),
  );
});

it('skips and repeats no existing voice if others are added or removed meanwhile', () => {
  fc.assert(
    fc.property(codes, codes, limits, (first, later, limit) => {
      const stable = first.filter((code) => later.includes(code));
      const seen = walk((page) => (page % 2 === 0 ? first : later), limit, 'mine');
      expect(new Set(seen).size).toBe(seen.length);
      expect(seen.filter((code) => stable.includes(code))).toEqual(inOrder(stable));
    }),
  );
});

it('lists the best first, then by engine, language and code; a voice without a declared quality counts as fair', () => {
  const of = (code: string, members: Partial<Voice>): Voice => ({ ...voiceOf('b'), code, ...members });
  const catalogue = createVoiceCatalogue([
    of('robot', { quality: 'basic', engine: 'a' }),
    of('b', { quality: 'fair', engine: 'f', languageCode: 'en-US' }),
    of('a', { quality: 'fair', engine: 'f', languageCode: 'en-US' }),
    of('british', { quality: 'fair', engine: 'f', languageCode: 'en-GB' }),
    of('neural', { quality: 'natural', engine: 'z' }),
    { ...voiceOf('a'), code: 'undeclared', engine: 'g' },
  ]);
  expect(catalogue.voices.map(({ code }) => code)).toEqual([
    'neural',
    'british',
    'a',
    'b',
    'undeclared',
    'robot',
  ]);
});

it('refuses a cursor of the order by code, which was used before', () => {
  const query = parseInput(voiceQueryInput, { cursor: 'voices-cursor|{}' });
  const catalogue = createVoiceCatalogue(['a'].map(voiceOf));
  expect(() => pageVoices(catalogue, sealer, { query, appId: 'mine', realtimeVoices: 'all' })).toThrow(
    'Start again without a cursor.',
  );
});

it("refuses one app's cursor to another: the lists differ", () => {
  const catalogue = createVoiceCatalogue(['a', 'b', 'p'].map(voiceOf));
  const query = parseInput(voiceQueryInput, { limit: '1' });
  const { nextCursor } = pageVoices(catalogue, sealer, { query, appId: 'mine', realtimeVoices: ['a'] });
  const again = { ...query, cursor: nextCursor ?? '' };
  expect(
    pageVoices(catalogue, sealer, { query: again, appId: 'mine', realtimeVoices: ['a'] }).voices[0]?.code,
  ).toBe(catalogue.voices[1]?.code);
  expect(() =>
    pageVoices(catalogue, sealer, { query: again, appId: 'other', realtimeVoices: ['a'] }),
  ).toThrow('cursor is not one');
});

it('lists the voices of mode sync, or the others, on request', () => {
  const catalogue = createVoiceCatalogue(['a', 'b', 'x'].map(voiceOf));
  const codesOf = (realtime: string) =>
    pageVoices(catalogue, sealer, {
      query: parseInput(voiceQueryInput, { realtime }),
      appId: 'mine',
      realtimeVoices: ['a', 'x'],
    }).voices.map(({ code }) => code);
  expect(codesOf('true').toSorted()).toEqual(['a', 'x']);
  expect(codesOf('false')).toEqual(['b']);
  expect(() => codesOf('yes')).toThrow('realtime must be true or false; got "yes".');
});

it('refuses the cursor of one list of mode sync in the other', () => {
  const catalogue = createVoiceCatalogue(['a', 'b', 'x'].map(voiceOf));
  const list = (query: object) =>
    pageVoices(catalogue, sealer, {
      query: parseInput(voiceQueryInput, query),
      appId: 'mine',
      realtimeVoices: ['a', 'x'],
    });
  const { nextCursor } = list({ limit: '1', realtime: 'true' });
  expect(() => list({ realtime: 'false', cursor: nextCursor })).toThrow('cursor is not one');
});
