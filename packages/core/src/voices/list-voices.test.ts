import { fakeVoice } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import type { Voice } from '../engine/voice.ts';
import { listVoices, type VoiceFilter, type VoicePageRequest } from './list-voices.ts';
import { bestVoiceCode, isRealtimeVoice } from './realtime-voices.ts';
import { createVoiceCatalogue } from './voice-catalogue.ts';

const voice = (code: string, members: Partial<Voice> = {}): Voice =>
  fakeVoice({ code, name: code, languageCode: 'en-US', gender: 'female', ...members });
const codes = (voices: readonly Voice[]) => voices.map(({ code }) => code);

describe('a list of voices', () => {
  const { voices } = createVoiceCatalogue([
    voice('a'),
    voice('b', { gender: 'male' }),
    voice('c', { languageCode: 'de-DE' }),
    voice('d', { ownership: 'PERSONAL', ownerAppId: 'app1' }),
    voice('e', { ownership: 'PERSONAL', ownerAppId: 'app2' }),
  ]);

  it.each<[VoiceFilter, string]>([
    [{}, 'abcd'],
    [{ code: 'b' }, 'b'],
    [{ gender: 'female' }, 'acd'],
    [{ languageCode: 'de-DE' }, 'c'],
    [{ ownership: 'PERSONAL' }, 'd'],
    [{ ownership: 'SERVICE', gender: 'female' }, 'ac'],
  ])('with %j has what its caller may use of them', (filter, expected) => {
    expect(
      codes(listVoices(voices, { ...filter, limit: 9 }, 'app1').voices)
        .toSorted()
        .join(''),
    ).toBe(expected);
  });
});

describe('a page of voices', () => {
  const { voices } = createVoiceCatalogue('abcdef'.split('').map((code) => voice(code)));
  const page = (request: VoicePageRequest) => {
    const { voices: found, hasPrevious, hasNext } = listVoices(voices, request, undefined);
    return [codes(found).join(''), hasPrevious, hasNext];
  };
  const beside = (direction: 'after' | 'before', at: number, limit: number) => {
    const mark = voices[at];
    if (mark === undefined) throw new TypeError('There is no such voice.');
    return page({ limit, position: { direction, voice: mark } });
  };

  it('is the first without a position', () => {
    expect(page({ limit: 2 })).toEqual(['ab', false, true]);
    expect(page({ limit: 6 })).toEqual(['abcdef', false, false]);
    expect(page({ limit: 5 })).toEqual(['abcde', false, true]);
  });

  it('follows a voice, or ends before it', () => {
    expect(beside('after', 1, 2)).toEqual(['cd', true, true]);
    expect(beside('after', 3, 2)).toEqual(['ef', true, false]);
    expect(beside('after', 5, 2)).toEqual(['', true, false]);
    expect(beside('before', 4, 2)).toEqual(['cd', true, true]);
    expect(beside('before', 2, 2)).toEqual(['ab', false, true]);
    expect(beside('before', 1, 2)).toEqual(['a', false, true]);
    expect(beside('before', 0, 2)).toEqual(['', false, true]);
  });

  it('is found beside a voice that is there no more', () => {
    const gone = voices[2];
    if (gone === undefined) throw new TypeError('There is no such voice.');
    const rest = voices.filter((one) => one !== gone);
    const ask = (direction: 'after' | 'before') =>
      codes(listVoices(rest, { limit: 2, position: { direction, voice: gone } }, undefined).voices).join('');
    expect([ask('after'), ask('before')]).toEqual(['de', 'ab']);
  });
});

describe('the voice of requests that name none', () => {
  it('is the best known one, otherwise the first', () => {
    const of = (...all: readonly string[]) =>
      bestVoiceCode(createVoiceCatalogue(all.map((code) => voice(code))));
    expect([of('a', 'slt', 'joe'), of('a', 'rms', 'slt'), of('b', 'a'), of()]).toEqual([
      'joe',
      'slt',
      codes(createVoiceCatalogue([voice('b'), voice('a')]).voices)[0],
      undefined,
    ]);
  });

  it('may be used at once if the settings name it, or all', () => {
    expect([isRealtimeVoice('all', 'a'), isRealtimeVoice(['a'], 'a'), isRealtimeVoice(['a'], 'b')]).toEqual([
      true,
      true,
      false,
    ]);
  });
});
