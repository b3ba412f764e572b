import { describe, expect, it } from 'vitest';
import { SPEECH_ERRORS, type SpeechErrorCode } from './error-codes.ts';
import { SpeechError } from './speech-error.ts';

describe('SpeechError', () => {
  it.each(Object.keys(SPEECH_ERRORS) as SpeechErrorCode[])('crosses a wire whole: %s', (code) => {
    const error = SpeechError.fromWire(structuredClone(new SpeechError(code, 'm', { limit: 1 }).toWire()));
    expect(error).toMatchObject({ code, message: 'm', details: { limit: 1 } });
    expect(error.retryable).toBe(SPEECH_ERRORS[code].retryable);
    expect(error.fault).toBe(SPEECH_ERRORS[code].fault);
  });

  it('is recognized by its mark, even if the class comes from another copy of the package', () => {
    expect(SpeechError.is({ [Symbol.for('parlance.speech-error')]: true })).toBe(true);
    for (const value of [new Error('x'), null, 'x', { code: 'INTERNAL' }])
      expect(SpeechError.is(value)).toBe(false);
  });

  it('stays itself, and is one for each copy of the package', () => {
    const error = new SpeechError('NOT_FOUND', 'm');
    expect(SpeechError.from(error)).toBe(error);
    expect(error).toMatchObject({ details: {}, name: 'SpeechError' });
    expect(error.cause).toBeUndefined();
    expect(Reflect.get(error, Symbol.for('parlance.speech-error'))).toBe(true);
  });

  it('of an abort has the reason of its signal as the cause', () => {
    const reason = new Error('gone');
    expect(SpeechError.aborted(AbortSignal.abort(reason))).toMatchObject({ code: 'ABORTED', cause: reason });
    expect(SpeechError.aborted().cause).toBeUndefined();
  });

  it('keeps what was thrown as the cause and reveals nothing of it', () => {
    const cause = new Error('password is 1234');
    expect(SpeechError.from(cause)).toMatchObject({
      code: 'INTERNAL',
      cause,
      message: 'An internal error occurred.',
    });
  });
});
