import { describe, expect, it } from 'vitest';
import type { Voice } from '../engine/voice.ts';
import { LANGUAGE_CODES } from '../text/language-codes.ts';
import { demoTextOf } from './demo-text.ts';
import { createVoiceCatalogue } from './voice-catalogue.ts';

const voice = (members: Partial<Voice>): Voice => ({
  code: 'v',
  name: 'V',
  gender: 'male',
  languageCode: 'en-US',
  nativeRateHz: 16_000,
  creditFactor: '1',
  ownership: 'SERVICE',
  supportsEmphasis: false,
  engine: 'e',
  licence: 'CC0-1.0',
  ...members,
});

describe('createVoiceCatalogue', () => {
  it('refuses two voices with the same code, naming both engines', () => {
    expect(() => createVoiceCatalogue([voice({ engine: 'one' }), voice({ engine: 'two' })])).toThrow(
      'The voice code "v" is declared by one and by two',
    );
  });

  it('refuses a personal voice that nobody owns', () => {
    expect(() => createVoiceCatalogue([voice({ ownership: 'PERSONAL' })])).toThrow('has no ownerAppId');
  });

  it('hides a personal voice from everybody except its owner, as if it did not exist', () => {
    const catalogue = createVoiceCatalogue([voice({ ownership: 'PERSONAL', ownerAppId: 'mine' })]);
    expect(catalogue.find('v', 'mine').code).toBe('v');
    for (const appId of ['other', undefined])
      expect(() => catalogue.find('v', appId)).toThrow('does not exist');
  });
});

it('has the 53 language codes of the interface, each once', () => {
  expect(new Set(LANGUAGE_CODES).size).toBe(53);
  expect(LANGUAGE_CODES).toHaveLength(53);
});

it.each(LANGUAGE_CODES)('has its own sample sentence for %s', (languageCode) => {
  const text = demoTextOf(voice({ languageCode }));
  const isEnglish = languageCode.startsWith('en-');
  expect(text === demoTextOf(voice({ languageCode: 'en-US' }))).toBe(isEnglish);
});
