import { readFileSync } from 'node:fs';
import { LANGUAGE_CODES } from '@parlance/core/text';
import { expect, it } from 'vitest';
import { VOICES_DOCUMENT, voicesDocument } from '../../.ci/voices-document.ts';

const written = readFileSync(VOICES_DOCUMENT, 'utf8');

it('has tables that are made of the voices there are (npm run documents writes them)', async () => {
  expect(written).toBe(await voicesDocument());
});

it.each(LANGUAGE_CODES)('has a voice, or the model that would serve it, for %s', (code) => {
  const [, voices = '', models = ''] =
    new RegExp(`^\\| \`${code}\` \\| (.*?) \\| (.*?) \\|$`, 'm').exec(written) ?? [];
  expect(voices !== 'none' || models !== '').toBe(true);
  expect(voices).not.toBe('');
});
