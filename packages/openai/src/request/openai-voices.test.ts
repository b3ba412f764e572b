import type { Gender, Voice, VoiceQuality } from '@parlance/core/engine';
import { assignVoices, createVoiceCatalogue } from '@parlance/core/voices';
import { fakeVoice } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { OPENAI_VOICES } from './openai-voices.ts';

const voice = (code: string, gender: Gender, quality: VoiceQuality, members: Partial<Voice> = {}): Voice =>
  fakeVoice({ code, name: code.toUpperCase(), gender, quality, engine: quality, ...members });
const assign = (...voices: readonly Voice[]) =>
  assignVoices(OPENAI_VOICES, createVoiceCatalogue(voices).voices);

const FLITE = [
  voice('kal', 'male', 'fair'),
  voice('awb', 'male', 'fair', { languageCode: 'en-GB' }),
  voice('rms', 'male', 'fair'),
  voice('slt', 'female', 'fair'),
];
const ESPEAK = [voice('robot', 'male', 'basic'), voice('robota', 'female', 'basic')];
const JOE = voice('joe', 'male', 'natural');

describe('assignVoices, for the names of OpenAI', () => {
  it('uses the only natural voice for alloy and every male name, and the best female one for the others', () => {
    expect(assign(...ESPEAK, ...FLITE, JOE)).toMatchObject({
      alloy: 'joe',
      echo: 'joe',
      fable: 'joe',
      onyx: 'joe',
      nova: 'slt',
      shimmer: 'slt',
    });
  });

  it('assigns distinct natural voices if there are enough', () => {
    const natural = ['f1', 'f2', 'f3', 'f4', 'f5', 'f6'].map((code) => voice(code, 'female', 'natural'));
    const male = ['m1', 'm2', 'm3', 'm4', 'm5', 'm6', 'm7'].map((code) => voice(code, 'male', 'natural'));
    const assigned = Object.values(assign(...FLITE, ...natural, ...male));
    expect(assigned).toHaveLength(13);
    expect(new Set(assigned).size).toBe(13);
    expect(assigned.filter((code) => code?.startsWith('f'))).toHaveLength(6);
  });

  it('assigns each of the six most common names a natural voice of its gender, preferably with the same name', () => {
    const kokoro = [
      voice('af_bella', 'female', 'natural', { name: 'Bella' }),
      voice('af_nova', 'female', 'natural', { name: 'Nova' }),
      voice('am_adam', 'male', 'natural', { name: 'Adam' }),
      voice('am_onyx', 'male', 'natural', { name: 'Onyx' }),
      voice('bm_george', 'male', 'natural', { name: 'George', languageCode: 'en-GB' }),
    ];
    const { alloy, echo, fable, onyx, nova, shimmer } = assign(...kokoro, ...FLITE);
    expect({ onyx, nova, shimmer }).toEqual({ onyx: 'am_onyx', nova: 'af_nova', shimmer: 'af_bella' });
    expect(new Set([alloy, echo, fable])).toEqual(new Set(['bm_george', 'am_adam']));
  });

  it('leaves out personal voices, and voices of other languages if there is an English one', () => {
    const own = voice('own', 'female', 'natural', { ownership: 'PERSONAL', ownerAppId: 'app' });
    const german = voice('thorsten', 'male', 'natural', { languageCode: 'de-DE' });
    expect(new Set(Object.values(assign(own, german, ...FLITE)))).toEqual(
      new Set(['awb', 'kal', 'rms', 'slt']),
    );
    expect(new Set(Object.values(assign(own, german)))).toEqual(new Set(['thorsten']));
    expect(assign(own)).toEqual({});
  });
});
