import { fakeVoice } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import type { Voice } from '../engine/voice.ts';
import { assignVoices } from './assign-voices.ts';

const voice = (code: string, members: Partial<Voice> = {}): Voice =>
  fakeVoice({ code, name: code.toUpperCase(), languageCode: 'en-US', gender: 'female', ...members });

describe('the voices of names', () => {
  it('are their namesakes where there are any, whatever their quality', () => {
    const voices = [voice('best', { quality: 'natural' }), voice('alloy', { quality: 'basic' })];
    expect(assignVoices({ alloy: 'male', nova: 'female' }, voices)).toEqual({ alloy: 'alloy', nova: 'best' });
  });

  it('have their gender, in turn, and only of the best quality', () => {
    const voices = [
      voice('f1', { quality: 'natural' }),
      voice('m1', { gender: 'male', quality: 'natural' }),
      voice('f2', { quality: 'natural' }),
      voice('f3', { quality: 'basic' }),
    ];
    const names = { a: 'female', b: 'female', c: 'male', d: 'female', e: 'any', f: 'male' } as const;
    expect(assignVoices(names, voices)).toEqual({ a: 'f1', b: 'f2', c: 'm1', d: 'f1', e: 'm1', f: 'm1' });
  });

  it('leave a namesake to its name while others are free', () => {
    expect(assignVoices({ nova: 'any', f1: 'any' }, [voice('f1'), voice('f2')])).toEqual({
      nova: 'f2',
      f1: 'f1',
    });
  });

  it('have another gender or language only if there are no others', () => {
    const german = voice('de', { languageCode: 'de-DE' });
    const male = voice('m', { gender: 'male' });
    expect(assignVoices({ a: 'female' }, [german, male])).toEqual({ a: 'm' });
    expect(assignVoices({ a: 'female' }, [german])).toEqual({ a: 'de' });
    expect(assignVoices({ a: 'female' }, [])).toEqual({});
  });

  it('are never personal', () => {
    const personal = voice('alloy', { ownership: 'PERSONAL', ownerAppId: 'app1' });
    expect(assignVoices({ alloy: 'any' }, [personal])).toEqual({});
  });
});
