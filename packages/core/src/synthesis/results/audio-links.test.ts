import { manualClock } from '@parlance/testkit';
import { describe, expect, it } from 'vitest';
import type { StoredAudio } from '../../storage/audio-store.ts';
import { createAudioLinks } from './audio-links.ts';

const STORED: StoredAudio = {
  bytes: 4,
  read: async function* () {
    yield new Uint8Array(4);
  },
};

/** Links to the one result that there is. */
function openLinks(base?: string) {
  const clock = manualClock();
  const links = createAudioLinks({
    sealer: {
      sign: (purpose, text) => Buffer.from(`${purpose}:${text}`).toString('base64url'),
      verify: (purpose, text, signature) =>
        Buffer.from(signature, 'base64url').toString() === `${purpose}:${text}`,
    },
    clock,
    audio: { open: async (name) => (name.startsWith('results/there.') ? STORED : undefined) },
    publicUrl: async () => base,
  });
  const partsOf = (link: string) => {
    const url = new URL(link, 'http://here.example');
    return {
      fileName: url.pathname.slice('/v1/audio/'.length),
      expires: url.searchParams.get('expires') ?? undefined,
      signature: url.searchParams.get('signature') ?? undefined,
    };
  };
  return { clock, links, partsOf };
}

const REFUSED = { code: 'FORBIDDEN' };

describe('a link to audio', () => {
  it.each([
    ['mp3', 'audio/mpeg'],
    ['wav', 'audio/wav'],
    ['json', 'application/json; charset=utf-8'],
    ['vtt', 'text/vtt; charset=utf-8'],
    ['bin', 'application/octet-stream'],
  ])('opens a file that ends with .%s as %s', async (extension, contentType) => {
    const { links, partsOf } = openLinks();
    const name = `there.${extension}`;
    const opened = await links.open(partsOf(await links.linkTo(`results/${name}`)));
    expect(opened).toEqual({ audio: STORED, contentType, etag: `"${name}"` });
  });

  it('begins with the public address if there is one', async () => {
    expect(await openLinks('https://a.example').links.linkTo('results/there.wav')).toMatch(
      /^https:\/\/a\.example\/v1\/audio\/there\.wav\?/,
    );
    expect(await openLinks().links.linkTo('results/there.wav')).toMatch(/^\/v1\/audio\/there\.wav\?/);
  });

  it('opens for three minutes', async () => {
    const { links, partsOf, clock } = openLinks();
    const link = partsOf(await links.linkTo('results/there.wav'));
    clock.advance(179_000);
    await links.open(link);
    clock.advance(2000);
    await expect(links.open(link)).rejects.toMatchObject(REFUSED);
  });

  it('opens nothing else', async () => {
    const { links, partsOf } = openLinks();
    const link = partsOf(await links.linkTo('results/there.wav'));
    const gone = partsOf(await links.linkTo('results/gone.wav'));
    for (const altered of [
      { ...link, fileName: 'there.mp3' },
      { ...link, expires: String(Number(link.expires) + 1) },
      { ...link, expires: `0${link.expires}` },
      { ...link, expires: undefined },
      { ...link, signature: undefined },
      { ...link, signature: gone.signature },
      gone,
    ])
      await expect(links.open(altered)).rejects.toMatchObject(REFUSED);
    expect((await links.open(link)).contentType).toBe('audio/wav');
  });

  it('is the one of the store where that makes them', async () => {
    const { links } = openLinks();
    const asked: unknown[] = [];
    const direct = createAudioLinks({
      sealer: { sign: () => '', verify: () => false },
      clock: manualClock(),
      audio: {
        open: async () => undefined,
        link: async (...args) => {
          asked.push(args);
          return 'https://bucket.example/there.wav';
        },
      },
      publicUrl: async () => undefined,
    });
    expect(await direct.linkTo('results/there.wav')).toBe('https://bucket.example/there.wav');
    expect(asked).toEqual([['results/there.wav', { lifeSeconds: 180, contentType: 'audio/wav' }]]);
    await expect(links.open({ fileName: '', expires: '1', signature: '' })).rejects.toMatchObject(REFUSED);
  });
});
