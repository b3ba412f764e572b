import { describe, expect, it } from 'vitest';
import { LIMITS } from '../limits/limits.ts';
import { parseStreamMessage } from './stream-input.ts';

describe('a message of a stream', () => {
  it.each(['FLUSH', 'CANCEL', 'DONE', 'PING'])('may be %s', (type) => {
    expect(parseStreamMessage(JSON.stringify({ type }))).toEqual({ type: type.toLowerCase() });
  });

  it.each(['', 'FLUSH', '{"type":"FLUSH"', '7', 'null', '"FLUSH"', '["FLUSH"]', '[]', '{}', '{"type":7}'])(
    'is none as %s',
    (text) => {
      expect(parseStreamMessage(text)).toMatchObject({ type: 'faulty', fault: { code: 'BAD_REQUEST' } });
    },
  );

  it.each([
    [0, 'config'],
    [1, 'config'],
    [LIMITS.session.maxSessionIdChars, 'config'],
    [LIMITS.session.maxSessionIdChars + 1, 'faulty'],
  ])('may name the stream by %i characters: it is %s', (characters, type) => {
    const config = { sessionId: 'a'.repeat(characters) };
    expect(parseStreamMessage(JSON.stringify({ type: 'SPEECH_CONFIG', config }))).toMatchObject({ type });
  });

  it('that is a list is told apart from an object without a type', () => {
    const told = (text: string) => parseStreamMessage(text);
    expect(told('[]')).toEqual(told('null'));
    expect(told('[]')).not.toEqual(told('{}'));
    expect(told('[')).not.toEqual(told('[]'));
  });
});
