import { expect, it } from 'vitest';
import { wyomingSettings } from './port-settings.ts';

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
