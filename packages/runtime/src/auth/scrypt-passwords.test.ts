import { expect, it } from 'vitest';
import { scryptPasswords } from './scrypt-passwords.ts';

const { hash, verify } = scryptPasswords;

it('accepts the password, in either Unicode form, and no other', async () => {
  const kept = await hash('mật khẩu dài');
  expect(kept).toMatch(/^scrypt:32768:8:3:[\w-]{22}:[\w-]{43}$/);
  expect(await verify('mật khẩu dài', kept)).toBe(true);
  expect(await verify('mật khẩu dài'.normalize('NFD'), kept)).toBe(true);
  expect(await verify('Mật khẩu dài', kept)).toBe(false);
  expect(await verify('', kept)).toBe(false);
});

it('never gives one password the same hash twice', async () => {
  expect(await hash('one password')).not.toBe(await hash('one password'));
});

it.each([undefined, '', 'scrypt', 'scrypt:32768:8:3::', 'plain:one password'])(
  'accepts no password for the hash %j',
  async (kept) => {
    expect(await verify('one password', kept)).toBe(false);
    expect(await verify('', kept)).toBe(false);
  },
);
