import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { SpeechError } from '../errors/speech-error.ts';
import { definePlugin } from './define-plugin.ts';

const beep = definePlugin({
  id: 'beep',
  options: z.strictObject({
    speed: z.number().min(0.25).max(1.9).default(1),
    voices: z.array(z.strictObject({ code: z.string().min(1) })).default([]),
  }),
  create: ({ speed }) => ({ models: [`model-${speed}`] }),
});

function faultOf(make: () => unknown): SpeechError {
  try {
    make();
  } catch (error) {
    return SpeechError.from(error);
  }
  throw new TypeError('Nothing was thrown.');
}

describe('a defined plugin', () => {
  it('gets its options with all defaults filled in', () => {
    expect(beep()).toEqual({ portVersion: 1, id: 'beep', models: ['model-1'] });
    expect(beep({ speed: 1.5 }).models).toEqual(['model-1.5']);
  });

  it('names every wrong option by its path', () => {
    const wrong = { speed: 4, voices: [{ code: 'a' }, { code: '' }], spede: 1 } as never;
    const { code, message, details } = faultOf(() => beep(wrong, 'plugins[1].options'));
    expect(code).toBe('INVALID_CONFIG');
    expect(message).toContain('plugins[1].options.speed: Too big');
    expect(message).toContain('plugins[1].options.voices[1].code: Too small');
    expect(message).toContain('plugins[1].options.spede: is not known');
    expect(details).toEqual({ field: 'plugins[1].options.speed' });
  });

  it('names options by the id if no path is given', () => {
    expect(faultOf(() => beep({ speed: 9 })).message).toMatch(/^beep\.speed: /);
    expect(faultOf(() => beep('fast' as never)).message).toMatch(/^beep: /);
  });

  it('accepts any other kind of schema, but not an asynchronous one', () => {
    const of = (validate: (value: unknown) => never) =>
      definePlugin({
        id: 'x',
        options: { '~standard': { version: 1, vendor: 'x', validate } } as never,
        create: () => ({ models: [] }),
      });
    const failing = of(() => ({ issues: [{ message: 'is odd', path: [{ key: 'a' }, 0] }] }) as never);
    expect(faultOf(() => failing()).message).toBe('x.a[0]: is odd');
    expect(faultOf(() => of(() => Promise.resolve() as never)()).message).toContain('answers later');
  });
});
