import type { Voice } from '@parlance/core/engine';

export const ENGINE_ID = 'my-engine';

export const VOICES: readonly Voice[] = [
  {
    // The voiceCode of callers; unique in a service.
    code: 'my-engine',
    name: 'My Engine',
    gender: 'male',
    languageCode: 'en-US',
    nativeRateHz: 16_000,
    creditFactor: '1',
    ownership: 'SERVICE',
    supportsEmphasis: true,
    engine: ENGINE_ID,
    licence: 'Apache-2.0',
  },
];
