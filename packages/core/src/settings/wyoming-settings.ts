import { z } from 'zod';

const portMessage = 'must be a whole number from 0 to 65535';

/** Where `parlance serve` speaks Home Assistant's Wyoming protocol, and who pays for it. */
export const wyomingSettings = z
  .strictObject({
    host: z.string('must be a string').min(1, 'must not be empty').default('127.0.0.1'),
    /** Absent: off. 0: any free port. */
    port: z.int(portMessage).min(0, portMessage).max(65_535, portMessage).optional(),
    /** The protocol has no authentication, so all use is charged to this app, and its limits hold. */
    appId: z.string('must be a string').min(1, 'must not be empty').optional(),
  })
  .refine(({ port, appId }) => port === undefined || appId !== undefined, {
    path: ['appId'],
    error: 'must be the ID of the app that Wyoming is charged to ("parlance apps list" shows it)',
  });
