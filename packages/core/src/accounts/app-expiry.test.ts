import { describe, expect, it } from 'vitest';
import { appExpiresAt } from './app-expiry.ts';

const NOW = Date.parse('2026-11-21T10:00:00.000Z');

describe('appExpiresAt', () => {
  it.each([
    ['7d', '2026-11-28T10:00:00.000Z'],
    ['30d', '2026-12-21T10:00:00.000Z'],
    ['60d', '2027-01-20T10:00:00.000Z'],
    ['90d', '2027-02-19T10:00:00.000Z'],
    ['permanent', null],
    ['2026-11-21', '2026-11-21T23:59:59.999Z'],
    ['2028-02-29', '2028-02-29T23:59:59.999Z'],
    ['2026-11-21T12:00:00+01:00', '2026-11-21T11:00:00.000Z'],
  ])('turns %s into %s', (choice, expected) => {
    expect(appExpiresAt(choice, NOW)).toBe(expected);
  });

  it.each(['2026-11-20', '2026-11-21T09:59:59.999Z'])('refuses %s, which is in the past', (choice) => {
    expect(() => appExpiresAt(choice, NOW)).toThrow('in the past');
  });

  it.each(['', '8d', '2026-02-30', '2026-13-01', 'tomorrow', '1', 'constructor'])(
    'refuses %j and names the choices',
    (choice) => {
      expect(() => appExpiresAt(choice, NOW)).toThrow(
        'it must be 7d, 30d, 60d, 90d, permanent, a date YYYY-MM-DD',
      );
    },
  );
});
