import { randomBytes } from 'node:crypto';
import { createAudioLinks } from '@parlance/core/synthesis';
import { manualClock } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import { createHmacSealer } from '../src/auth/hmac-sealer.ts';
import { FILE, FORBIDDEN, KEY, openLinks, partsOf } from './open-links.ts';

describe('an audio link', () => {
  it('opens its audio', async () => {
    const { links, opened } = openLinks();
    const link = await links.linkTo(`results/${FILE}`);
    expect(link).toMatch(
      /^https:\/\/speech\.example\/v1\/audio\/687a[0-9a-f]+\.mp3\?expires=\d{10}&signature=[\w-]{43}$/,
    );
    expect(await links.open(partsOf(link))).toMatchObject({ contentType: 'audio/mpeg', etag: `"${FILE}"` });
    expect(opened).toEqual([`results/${FILE}`]);
  });

  it('is a path if the service does not know its address', async () => {
    const clock = manualClock();
    const links = createAudioLinks({
      sealer: createHmacSealer(KEY),
      clock,
      audio: { open: async () => undefined },
      publicUrl: async () => undefined,
    });
    const link = await links.linkTo(`results/${FILE}`);
    expect(link).toMatch(/^\/v1\/audio\//);
    await expect(links.open(partsOf(link))).rejects.toMatchObject(FORBIDDEN);
  });

  it('works for 179 seconds and no longer than 180', async () => {
    const { links, clock } = openLinks();
    clock.advance(999);
    const parts = partsOf(await links.linkTo(`results/${FILE}`));
    clock.advance(179_000);
    expect(await links.open(parts)).toBeDefined();
    clock.advance(1001);
    await expect(links.open(parts)).rejects.toMatchObject(FORBIDDEN);
    clock.advance(1000);
    await expect(links.open(parts)).rejects.toMatchObject(FORBIDDEN);
  });

  it('is refused if a part is missing or was signed with another key', async () => {
    const { links } = openLinks();
    const parts = partsOf(await links.linkTo(`results/${FILE}`));
    await expect(links.open({ ...parts, expires: undefined })).rejects.toMatchObject(FORBIDDEN);
    await expect(links.open({ ...parts, signature: undefined })).rejects.toMatchObject(FORBIDDEN);
    const foreign = openLinks(undefined, randomBytes(32).toString('base64'));
    const other = partsOf(await foreign.links.linkTo(`results/${FILE}`));
    await expect(links.open(other)).rejects.toMatchObject(FORBIDDEN);
  });
});
