import { type App, withoutSecrets } from '@parlance/core/accounts';
import type { Balances } from '@parlance/core/administration';
import type { AppUsage } from '@parlance/core/reports';
import type { SpeechService } from '@parlance/core/service';
import { z } from 'zod';
import { named } from '../kit/named-schema.ts';
import { maybeTime, time } from './times.ts';

export const amount = z
  .number()
  .nullable()
  .meta({ description: 'Exact to the last digit; null: unlimited.' });

export const app = named(
  'App',
  z.strictObject({
    appId: z.string(),
    name: z.string(),
    createdAt: time,
    expiresAt: maybeTime,
    revokedAt: maybeTime,
    ttsConcurrency: z.int(),
    sttConcurrency: z.int(),
    requestsPerMinute: z.int().nullable(),
    lastUsedAt: maybeTime,
    credits: amount,
    seconds: amount,
    usage: z
      .strictObject({
        syntheses: z.int(),
        transcriptions: z.int(),
        credits: z.number(),
        seconds: z.number(),
      })
      .optional()
      .meta({ description: 'Use in the last 30 days; only in answers about one app.' }),
  }),
);

/** An app without its secrets, and its balances. */
export function appView(shown: App, balances: Balances): object {
  return {
    ...withoutSecrets(shown),
    credits: exactNumber(balances.credits),
    seconds: exactNumber(balances.seconds),
  };
}

/** An app in detail: with what it used in the last 30 days, if the service can tell. @throws SpeechError `NOT_FOUND` */
export async function showApp(service: SpeechService, appId: string): Promise<object> {
  const shown = await service.getApp(appId);
  const [balances, usage] = await Promise.all([service.getBalances(appId), service.admin?.getUsage(appId)]);
  return { ...appView(shown, balances), ...(usage === undefined ? {} : { usage: usageView(usage) }) };
}

function usageView({ syntheses, transcriptions, credits, seconds }: AppUsage): object {
  return { syntheses, transcriptions, credits: exactNumber(credits), seconds: exactNumber(seconds) };
}

/** Every supported Node has it, but TypeScript's library does not know it yet. */
const exactJson = JSON as typeof JSON & { rawJSON(text: string): unknown };

/** A decimal as a JSON number with the same digits: a double would round numbers with more than fifteen. */
export function exactNumber(decimal: string | null): unknown {
  return decimal === null ? null : exactJson.rawJSON(decimal);
}
