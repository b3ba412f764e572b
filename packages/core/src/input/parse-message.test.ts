import { expect, it } from 'vitest';
import { z } from 'zod';
import { parseJson, parseMessage } from './parse-message.ts';

it('JSON is parsed, and what is none is refused by its name', () => {
  expect(parseJson('{"a":[1]}')).toEqual({ a: [1] });
  expect(() => parseJson('{', 'The event')).toThrow(
    expect.objectContaining({ code: 'INVALID_INPUT', message: 'The event is not JSON.' }),
  );
  expect(() => parseJson('')).toThrow('The message is not JSON.');
});

it('a message is parsed as its name says, if it is known', () => {
  const schemas = { ping: z.object({}), text: z.object({ text: z.string() }) };
  expect(parseMessage(schemas, 'text', { text: 'Hello.', more: 1 })).toEqual({ text: 'Hello.' });
  expect(() => parseMessage(schemas, 'text', {})).toThrow(expect.objectContaining({ code: 'INVALID_INPUT' }));
  for (const unknown of ['', 'toString', '__proto__'])
    expect(parseMessage(schemas, unknown, { text: 'Hello.' })).toBeUndefined();
});
