import { z } from 'zod';
import { callerUrl } from '../input/caller-url.ts';
import { languageInput } from '../input/language-input.ts';
import { SETTING_LIMITS } from '../limits/setting-limits.ts';
import { settingFlag } from './setting-flag.ts';

const mostPort = SETTING_LIMITS.port.most;
const portMessage = `must be a whole number from 0 to ${mostPort}`;

/** Settings of a protocol without authentication on a separate port: the port, and the app that is charged. */
const port = {
  host: z.string('must be a string').min(1, 'must not be empty').default('127.0.0.1'),
  /** Absent: off. 0: any free port. */
  port: z.int(portMessage).min(0, portMessage).max(mostPort, portMessage).optional(),
  /** All use is charged to this app, and its limits apply. */
  appId: z.string('must be a string').min(1, 'must not be empty').optional(),
};

const isPaidFor = ({ port, appId }: { port?: number | undefined; appId?: string | undefined }): boolean =>
  port === undefined || appId !== undefined;

const appIdMissing = (name: string) => ({
  path: ['appId'],
  error: `must be the ID of the app that ${name} is charged to ("parlance apps list" shows it)`,
});

const isLoopback = (host: string): boolean => /^(localhost|::1|127\..*)$/.test(host);

/** Settings of Home Assistant's Wyoming protocol. */
export const wyomingSettings = z
  .strictObject({
    ...port,
    /** Whether the port is announced to the local network by multicast DNS. */
    announce: settingFlag('must be true or false').default(false),
  })
  .refine(isPaidFor, appIdMissing('Wyoming'))
  .refine(({ announce, port, host }) => !announce || (port !== undefined && !isLoopback(host)), {
    path: ['announce'],
    error: 'needs wyoming.port, and as wyoming.host an address that others reach, such as "0.0.0.0"',
  });

/** Settings of Asterisk's AudioSocket and its calls. */
export const asteriskSettings = z
  .strictObject({
    ...port,
    greeting: z.string('must be a string').trim().optional(),
    language: languageInput.optional(),
    webhookUrl: callerUrl.optional(),
  })
  .refine(isPaidFor, appIdMissing('Asterisk'));
