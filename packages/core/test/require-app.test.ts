import { describe, expect, it } from 'vitest';
import { requireApp } from '../src/accounts/require-app.ts';
import { insertApp, openBench } from './support/bench.ts';

describe('an app that there is not', () => {
  it.each([
    ['mistyped id', 'app11', ' Did you mean app1?'],
    ['name in place of the id', 'The radio', ' Did you mean radio7?'],
    ['mistyped name', 'The radoi', ' Did you mean radio7?'],
    ['word that is like none', 'something else entirely', ''],
  ])('is asked for by a %s: the one that was meant is named', async (_what, given, hint) => {
    await using bench = await openBench();
    const radio = await insertApp(async () => undefined, 'radio7');
    await bench.records.apps.insert({ ...radio, name: 'The radio' });
    expect(await requireApp(bench.records.apps, 'radio7')).toMatchObject({ name: 'The radio' });
    await expect(requireApp(bench.records.apps, given)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      message: `There is no app ${given}.${hint}`,
    });
  });
});
