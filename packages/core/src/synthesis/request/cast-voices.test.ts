import { fakeVoice } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import type { Voice } from '../../engine/voice.ts';
import { SpeechError } from '../../errors/speech-error.ts';
import type { Casting } from '../../ssml/casting.ts';
import type { Script } from '../../ssml/delivery.ts';
import { createVoiceCatalogue } from '../../voices/voice-catalogue.ts';
import { type CastingOptions, castingOf, creditFactorOf } from './cast-voices.ts';

const JOE = fakeVoice({ code: 'joe', gender: 'male', quality: 'natural' });
const AMY = fakeVoice({ code: 'amy', gender: 'female', languageCode: 'en-GB', quality: 'natural' });
const EVA = fakeVoice({ code: 'eva', gender: 'female', languageCode: 'es-US', quality: 'basic' });
const MAX = fakeVoice({ code: 'max', gender: 'male', languageCode: 'es-ES', quality: 'natural' });
const OWN = fakeVoice({
  ...{ code: 'own', gender: 'male', languageCode: 'fr-FR', quality: 'natural' },
  ...{ ownership: 'PERSONAL', ownerAppId: 'owner' },
});

const cast = (options: Partial<CastingOptions> = {}) =>
  castingOf(createVoiceCatalogue([JOE, AMY, EVA, MAX, OWN]), { voice: JOE, appId: 'other', ...options });

describe('a part of a text that names voices', () => {
  it.each([
    [['amy', 'joe'], 'amy'],
    [['nobody', 'amy', 'joe'], 'amy'],
    [['own', 'joe'], 'joe'],
  ])('with %j is spoken by the first that the caller may use: %s', (codes, code) => {
    expect(cast().named(codes).code).toBe(code);
  });

  it('may name a voice that the caller owns', () => {
    expect(cast({ appId: 'owner' }).named(['own', 'joe'])).toBe(OWN);
  });

  it.each([
    ['that do not exist', ['nobody', 'no one']],
    ["of another app's", ['own']],
    ['without any', []],
  ])('is refused if it names voices %s', (_kind, codes) => {
    expect(() => cast().named(codes)).toThrow(expect.objectContaining({ code: 'VOICE_NOT_FOUND' }));
  });

  it('prefers one that this kind of request may use, and is refused as such a request is', () => {
    const refusal = new SpeechError('INVALID_INPUT', 'The voice is not offered.');
    const casting = cast({
      isAllowed: ({ languageCode }) => languageCode !== 'es-US',
      require: ({ code }) => {
        if (code === 'eva') throw refusal;
      },
    });
    expect(casting.named(['eva', 'amy'])).toBe(AMY);
    expect(() => casting.named(['eva'])).toThrow(refusal);
  });
});

describe('a part of a text that asks for a language', () => {
  it.each<[Parameters<Casting['matching']>[0], Voice | undefined]>([
    [{ language: 'en-US', present: JOE }, JOE],
    [{ language: 'EN-us', present: AMY }, JOE],
    [{ language: 'en-GB', present: JOE }, AMY],
    [{ language: 'en', present: AMY }, AMY],
    [{ language: 'en-AU', present: JOE }, JOE],
    [{ language: 'en-US', gender: 'female', present: JOE }, AMY],
    [{ language: 'es', present: JOE }, MAX],
    [{ language: 'es', gender: 'female', present: JOE }, EVA],
    [{ language: 'es-US', present: MAX }, EVA],
    [{ language: 'fr-FR', present: JOE }, undefined],
    [{ language: 'it-IT', present: JOE }, undefined],
  ])('of %j gets the exact language first, then the present voice, then the best one', (wish, voice) => {
    expect(cast().matching(wish)?.code).toBe(voice?.code);
  });

  it('gets no voice that this kind of request may not use', () => {
    const isAllowed = ({ code }: Voice) => code !== 'max';
    expect(cast({ isAllowed }).matching({ language: 'es', present: JOE })).toBe(EVA);
  });
});

describe('the price of a text', () => {
  const spokenBy = (factors: readonly string[]): Script => ({
    ...{ text: 'Hello.', characters: 6, leadSeconds: 0, closingMarks: [], warnings: [] },
    passages: factors.map((creditFactor) => ({
      ...{ text: 'Hello.', boundaryAfter: 'sentence', marks: [] },
      delivery: { voice: fakeVoice({ creditFactor }), rate: 1, gainDb: 0 },
    })),
  });

  it.each([
    ['2', [], '2'],
    ['2', ['1.5', '0.5'], '2'],
    ['0.5', ['1', '10', '9'], '10'],
    ['1.0', ['1'], '1.0'],
  ])('with a voice of %s and parts of %j is that of the most expensive: %s', (own, parts, price) => {
    expect(creditFactorOf(fakeVoice({ creditFactor: own }), spokenBy(parts))).toBe(price);
  });

  it('is that of its voice without parts', () => {
    expect(creditFactorOf(fakeVoice({ creditFactor: '3' }), undefined)).toBe('3');
  });
});
