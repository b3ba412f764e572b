import { createMemoryRecordStore } from '@parlance/storage';
import { decodeProtectedHeader } from 'jose';
import { expect, it, vi } from 'vitest';
import { createJoseTokenAuthority } from './jose-token-authority.ts';
import { createKeyRing } from './key-ring.ts';
import { fixedKeys, openKeySource } from './key-source.ts';

const REQUEST = { appId: 'app1', tokenId: 'token1', expiresAt: null };
const CLAIMS = { appId: 'app1', tokenId: 'token1', expiresAt: null };
const FOREIGN = { code: 'UNAUTHORIZED' };
const storage = () => createMemoryRecordStore({ add: async () => undefined });

/** A process on the storage: its own copy of the keys. */
async function openProcess(records: ReturnType<typeof storage>) {
  let nowMs = 0;
  const keys = await openKeySource(records);
  const refresh = vi.spyOn(keys, 'refresh');
  const authority = createJoseTokenAuthority(keys, { monotonicMs: () => nowMs });
  const tick = (ms: number): void => {
    nowMs += ms;
  };
  return { keys, authority, refresh, tick };
}

it('signs with the new key after a rotation, in every process, and accepts tokens of the old one', async () => {
  const records = storage();
  const [one, other] = [await openProcess(records), await openProcess(records)];
  const old = await one.authority.issue(REQUEST);
  const rotated = await one.keys.rotate();
  expect(rotated.tokenKeys).toHaveLength(2);
  for (const { authority } of [one, other]) {
    const token = await authority.issue(REQUEST);
    expect(decodeProtectedHeader(token).kid).toBe(rotated.tokenKeys[0]?.kid);
    expect(decodeProtectedHeader(token).kid).not.toBe(decodeProtectedHeader(old).kid);
    for (const keySource of [one, other]) {
      expect(await keySource.authority.verify(token)).toEqual(CLAIMS);
      expect(await keySource.authority.verify(old)).toEqual(CLAIMS);
    }
  }
});

it('looks keys up for an unknown key id, but not for every invented one', async () => {
  const records = storage();
  const [one, other] = [await openProcess(records), await openProcess(records)];
  const strange = await createJoseTokenAuthority(fixedKeys(await createKeyRing()), {
    monotonicMs: () => 0,
  }).issue(REQUEST);
  for (let guess = 0; guess < 5; guess++)
    await expect(other.authority.verify(strange)).rejects.toMatchObject(FOREIGN);
  expect(other.refresh).toHaveBeenCalledTimes(1);
  await one.keys.rotate();
  const token = await one.authority.issue(REQUEST);
  other.tick(5000);
  expect(await other.authority.verify(token)).toEqual(CLAIMS);
});

it('keeps both of two keys that are created at the same time', async () => {
  const records = storage();
  const sources = [await openKeySource(records), await openKeySource(records)];
  await Promise.all(sources.map((source) => source.rotate()));
  const { tokenKeys } = (await sources[0]?.refresh()) ?? { tokenKeys: [] };
  expect(new Set(tokenKeys.map(({ kid }) => kid)).size).toBe(3);
});

it.each([
  ['nothing like a token', 'garbage'],
  ['another algorithm', `${Buffer.from('{"alg":"none"}').toString('base64url')}.e30.`],
  ['no key id', `${Buffer.from('{"alg":"EdDSA"}').toString('base64url')}.e30.AA`],
])('verifies a signature for %s too, so that the response time reveals nothing', async (_what, token) => {
  const { authority } = await openProcess(storage());
  const good = await authority.issue(REQUEST);
  const verify = vi.spyOn(crypto.subtle, 'verify');
  try {
    await authority.verify(good);
    expect(verify).toHaveBeenCalledTimes(1);
    await expect(authority.verify(token)).rejects.toMatchObject(FOREIGN);
    expect(verify).toHaveBeenCalledTimes(2);
    await expect(authority.verify(`${good.slice(0, -4)}AAAA`)).rejects.toMatchObject(FOREIGN);
    expect(verify).toHaveBeenCalledTimes(3);
  } finally {
    verify.mockRestore();
  }
});
