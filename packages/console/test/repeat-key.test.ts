import { expect, it } from 'vitest';
import { createRepeatKey } from '../browser/api/repeat-key.ts';

const BODY = { credits: 100 };

it('keeps the key of a form that is sent again unchanged', () => {
  const key = createRepeatKey();
  expect(key.keyFor({ ...BODY })).toBe(key.keyFor({ ...BODY }));
});

it('has another key for other values', () => {
  const key = createRepeatKey();
  expect(key.keyFor(BODY)).not.toBe(key.keyFor({ credits: 200 }));
});

it('has another key for the same values once they have arrived', () => {
  const key = createRepeatKey();
  const first = key.keyFor(BODY);
  key.renew();
  expect(key.keyFor(BODY)).not.toBe(first);
});

it('works for a form without values', () => {
  const key = createRepeatKey();
  const first = key.keyFor(undefined);
  expect(key.keyFor(undefined)).toBe(first);
  key.renew();
  expect(key.keyFor(undefined)).not.toBe(first);
});

it('creates keys that the API accepts and that are unique for each form', () => {
  const keys = Array.from({ length: 50 }, () => createRepeatKey().keyFor(BODY));
  for (const key of keys) expect(key).toMatch(/^[0-9a-f]{32}$/);
  expect(new Set(keys).size).toBe(keys.length);
});
