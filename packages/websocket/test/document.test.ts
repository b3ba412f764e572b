import { readFileSync } from 'node:fs';
import { closeCodeOf, SESSION_ERRORS, type SessionErrorCode } from '@parlance/core/session';
import { expect, it } from 'vitest';

const DOCUMENT = new URL('../../../docs/realtime.md', import.meta.url);

const rows = readFileSync(DOCUMENT, 'utf8')
  .split('\n')
  .filter((line) => /^\| `[A-Z_]+` \| .* \| (yes|no) \| 1\d{3} \|/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')));

const codes = Object.keys(SESSION_ERRORS) as SessionErrorCode[];

it('has a row in docs/realtime.md for every code and no other', () => {
  expect(rows.map(([, code]) => code)).toEqual(codes);
});

it.each(codes)('says of %s in docs/realtime.md what the table says', (code) => {
  const entry: { stage?: string; retryable: boolean } = SESSION_ERRORS[code];
  const [, , stage, retryable, close] = rows.find(([, name]) => name === code) ?? [];
  if (entry.stage !== undefined) expect(stage).toBe(entry.stage);
  expect([retryable, close]).toEqual([entry.retryable ? 'yes' : 'no', String(closeCodeOf(code))]);
});
