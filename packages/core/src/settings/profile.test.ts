import { expect, it } from 'vitest';
import { parseInput } from '../input/parse-input.ts';
import { withProfile } from './profile.ts';
import { speechSettings } from './speech-settings.ts';

const settingsOf = (given: Readonly<Record<string, unknown>>) =>
  parseInput(speechSettings, withProfile(given), 'INVALID_CONFIG');

it('the small profile keeps no engine loaded without work, and a smaller cache', () => {
  expect(settingsOf({ profile: 'small' })).toMatchObject({
    profile: 'small',
    idleUnloadMinutes: 2,
    keepDefaultsLoaded: false,
    segmentCacheMib: 8,
    memoryReserveMib: 48,
    maxLiveSyntheses: 12,
    maxLiveRecognitions: 6,
  });
});

it('settings take precedence over the profile', () => {
  expect(settingsOf({ profile: 'small', segmentCacheMib: 32, idleUnloadMinutes: undefined })).toMatchObject({
    segmentCacheMib: 32,
    idleUnloadMinutes: 2,
  });
});

it('without a profile nothing changes', () => {
  expect(settingsOf({})).toEqual(settingsOf({ profile: 'default' }));
});

it('an unknown profile is refused by name', () => {
  expect(() => settingsOf({ profile: 'tiny' })).toThrow('profile must be "default" or "small"');
});
