import { fakeVoice } from '@parlance/testkit';
import { expect, it } from 'vitest';
import { compareVoices, defaultRateHz, isVisibleTo, voiceRatesHz } from './voice.ts';

it.each([
  [22_050, undefined, [8000, 16_000, 22_050], 22_050],
  [16_000, [24_000], [8000, 16_000, 24_000], 24_000],
  [48_000, undefined, [8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000], 48_000],
  [4000, undefined, [], 4000],
])(
  'a voice of %i Hz that also offers %j has the rates %j, by default %i',
  (nativeRateHz, extra, rates, rate) => {
    const voice = fakeVoice({ nativeRateHz, ...(extra !== undefined && { extraRatesHz: extra }) });
    expect([voiceRatesHz(voice), defaultRateHz(voice)]).toEqual([rates, rate]);
  },
);

it('voices come best first, then by engine, language and code', () => {
  const ordered = [
    fakeVoice({ code: 'z', engine: 'z', languageCode: 'nl-NL', quality: 'natural' }),
    fakeVoice({ code: 'y', engine: 'a', languageCode: 'de-DE' }),
    fakeVoice({ code: 'y', engine: 'b', languageCode: 'de-DE', quality: 'fair' }),
    fakeVoice({ code: 'x', engine: 'b', languageCode: 'en-GB' }),
    fakeVoice({ code: 'A', engine: 'b', languageCode: 'en-US' }),
    fakeVoice({ code: 'a', engine: 'b', languageCode: 'en-US' }),
    fakeVoice({ code: 'a', engine: 'a', quality: 'basic' }),
  ];
  expect(ordered.toReversed().toSorted(compareVoices)).toEqual(ordered);
  expect(compareVoices(fakeVoice(), fakeVoice())).toBe(0);
});

it('a personal voice is seen by its owner alone', () => {
  const personal = fakeVoice({ ownership: 'PERSONAL', ownerAppId: 'app1' });
  expect([undefined, 'app1', 'app2'].map((appId) => isVisibleTo(personal, appId))).toEqual([
    false,
    true,
    false,
  ]);
  expect(isVisibleTo(fakeVoice({ ownership: 'COMMUNITY' }), undefined)).toBe(true);
});
