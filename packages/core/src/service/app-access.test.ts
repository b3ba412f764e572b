import { expect, it } from 'vitest';
import type { Caller } from '../accounts/callers/caller.ts';
import { admitCaller, issueToken } from './app-access.ts';

/** A service of one app, which notes what it is asked. */
function openService() {
  const asked: unknown[] = [];
  const caller = { appId: 'app1' } as Caller;
  const service = {
    async getApp(appId: string) {
      asked.push(['app', appId]);
      return caller;
    },
    async createClientToken(...call: unknown[]) {
      asked.push(['token', ...call]);
      return { token: 'short' };
    },
    async authenticateToken(...call: unknown[]) {
      asked.push(['check', ...call]);
      return caller;
    },
  } as unknown as Parameters<typeof admitCaller>[0];
  return { service, asked, caller };
}

it('issues a token of the app for a minute', async () => {
  const { service, asked, caller } = openService();
  expect(await issueToken(service, 'app1')).toBe('short');
  expect(asked).toEqual([
    ['app', 'app1'],
    ['token', { expiresInSeconds: 60 }, { caller }],
  ]);
});

it('admits by the same checks as any other caller, for live speech', async () => {
  const { service, asked, caller } = openService();
  expect(await admitCaller(service, 'app1')).toBe(caller);
  expect(asked.at(-1)).toEqual(['check', 'short', 'live']);
});
