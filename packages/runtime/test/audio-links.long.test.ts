import fc from 'fast-check';
import { expect, it } from 'vitest';
import { FILE, openLinks, partsOf } from './open-links.ts';

it('refuses 100 000 altered forms of a link', async () => {
  const { links, opened } = openLinks();
  const good = partsOf(await links.linkTo(`results/${FILE}`));
  const character = fc.constantFrom(...'0123456789abcdefXYZ-_./|=%+ \0é');
  const mutation = fc.record({
    part: fc.constantFrom('fileName' as const, 'expires' as const, 'signature' as const),
    how: fc.constantFrom('replace', 'insert', 'remove', 'swap', 'case', 'repeat', 'earlier', 'cut'),
    at: fc.nat(200),
    character,
  });
  const mutate = (
    text: string,
    { how, at, character: given }: typeof mutation extends fc.Arbitrary<infer T> ? T : never,
  ) => {
    const index = at % (text.length + 1);
    const [before, after] = [text.slice(0, index), text.slice(index)];
    switch (how) {
      case 'replace':
        return before + given + after.slice(1);
      case 'insert':
        return before + given + after;
      case 'remove':
        return before + after.slice(1);
      case 'swap':
        return before + after.slice(1, 2) + after.slice(0, 1) + after.slice(2);
      case 'case':
        return before + (after === after.toUpperCase() ? after.toLowerCase() : after.toUpperCase());
      case 'repeat':
        return text + text;
      case 'earlier':
        return String(Number.parseInt(text, 10) + at);
      default:
        return before;
    }
  };
  let altered = 0;
  const mutations = fc.sample(fc.array(mutation, { minLength: 1, maxLength: 3 }), {
    numRuns: 130_000,
  });
  for (const steps of mutations) {
    const parts = { ...good };
    for (const step of steps) parts[step.part] = mutate(parts[step.part], step);
    if (
      parts.fileName === good.fileName &&
      parts.expires === good.expires &&
      parts.signature === good.signature
    ) {
      continue;
    }
    altered += 1;
    const answer = await links.open(parts).catch((error: { readonly code: string }) => error.code);
    if (answer !== 'FORBIDDEN') expect(parts).toBe('refused');
    if (altered === 100_000) break;
  }
  expect([altered, opened]).toEqual([100_000, []]);
});
