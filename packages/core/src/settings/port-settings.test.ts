import { expect, it } from 'vitest';
import { asteriskSettings, wyomingSettings } from './port-settings.ts';

const faultOf = (given: object): string | undefined => {
  const { error } = wyomingSettings.safeParse(given);
  return error?.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('; ');
};

it('announces Wyoming only if others can reach it', () => {
  const port = { port: 10_300, appId: 'app' };
  expect(faultOf({ ...port, host: '0.0.0.0', announce: 'true' })).toBeUndefined();
  expect(faultOf({ ...port, host: '192.0.2.7', announce: true })).toBeUndefined();
  expect(faultOf({ ...port, announce: 'false' })).toBeUndefined();
  const fault =
    'announce needs wyoming.port, and as wyoming.host an address that others reach, such as "0.0.0.0"';
  for (const host of [undefined, '127.0.0.1', '127.1.2.3', 'localhost', '::1'])
    expect(faultOf({ ...port, ...(host === undefined ? {} : { host }), announce: true })).toBe(fault);
  expect(faultOf({ host: '0.0.0.0', announce: true })).toBe(fault);
});

it.each([
  ['Wyoming', wyomingSettings],
  ['Asterisk', asteriskSettings],
] as const)('takes %s only with an app that is charged', (_name, settings) => {
  expect(settings.parse({})).toMatchObject({ host: '127.0.0.1' });
  expect(settings.parse({ port: 0, appId: 'app' })).toMatchObject({ port: 0, appId: 'app' });
  for (const refused of [
    { port: 0 },
    { port: -1, appId: 'app' },
    { port: 65_536, appId: 'app' },
    { port: 1.5, appId: 'app' },
    { port: 1, appId: '' },
    { host: '' },
    { unknown: 1 },
  ])
    expect([refused, settings.safeParse(refused).success]).toEqual([refused, false]);
});

it('takes the greeting, the language and the webhook of calls from Asterisk', () => {
  const given = { greeting: ' Welcome. ', language: 'en', webhookUrl: 'https://receiver.example/hook' };
  expect(asteriskSettings.parse(given)).toEqual({ ...given, greeting: 'Welcome.', host: '127.0.0.1' });
  expect(asteriskSettings.safeParse({ webhookUrl: 'receiver.example' }).success).toBe(false);
});
