import type { Voice } from '@parlance/core/engine';

/** A complete voice for tests, at 16 kHz, with the given members. */
export function fakeVoice(members: Partial<Voice> = {}): Voice {
  return {
    code: 'fake',
    name: 'Fake',
    gender: 'female',
    languageCode: 'en-US',
    nativeRateHz: 16_000,
    creditFactor: '1',
    ownership: 'SERVICE',
    supportsEmphasis: false,
    engine: 'fake',
    licence: 'CC0-1.0',
    ...members,
  };
}
