import { randomBytes } from 'node:crypto';
import { type AudioLinkParts, createAudioLinks } from '@parlance/core/synthesis';
import { manualClock } from '@parlance/testkit';
import { createHmacSealer } from '../src/auth/hmac-sealer.ts';

export const KEY = randomBytes(32).toString('base64');
export const FILE = '687a428c18f14e40ac6055779c96a6da.mp3';
export const FORBIDDEN = { code: 'FORBIDDEN' };

/** Links over a store that has every object, so that only the link decides. */
export function openLinks(publicUrl: string | undefined = 'https://speech.example', key = KEY) {
  const clock = manualClock();
  const opened: string[] = [];
  const audio = {
    async open(name: string) {
      opened.push(name);
      return { bytes: 1, read: async function* () {} };
    },
  };
  const links = createAudioLinks({
    sealer: createHmacSealer(key),
    clock,
    audio,
    publicUrl: async () => publicUrl,
  });
  return { links, clock, opened };
}

export function partsOf(link: string): { -readonly [Key in keyof AudioLinkParts]: string } {
  const url = new URL(link, 'http://base.example');
  return {
    fileName: url.pathname.split('/').at(-1) ?? '',
    expires: url.searchParams.get('expires') ?? '',
    signature: url.searchParams.get('signature') ?? '',
  };
}
