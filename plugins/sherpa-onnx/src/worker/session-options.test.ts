import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { withSessionOptions } from './session-options.ts';

it('session options are a file that comes with the package, named as the provider of the model', () => {
  const config = { modelConfig: { numThreads: 2, provider: 'cpu' }, maxActivePaths: 4 };
  const { modelConfig, ...rest } = withSessionOptions(config);
  expect(rest).toEqual({ maxActivePaths: 4 });
  expect(modelConfig).toEqual({ numThreads: 2, provider: expect.stringMatching(/^cpu:.*\.conf$/) });
  const { provider } = modelConfig as { readonly provider: string };
  expect(readFileSync(provider.slice('cpu:'.length), 'utf8')).toBe('EnableMemPattern=0\n');
});
