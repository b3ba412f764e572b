import { type App, withoutSecrets } from '@parlance/core/accounts';
import type { Balances } from '@parlance/core/administration';
import type { AppUsage } from '@parlance/core/reports';
import type { SpeechService } from '@parlance/core/service';

/** An app without its secrets, and what it has left. */
export function appView(app: App, balances: Balances): object {
  return {
    ...withoutSecrets(app),
    credits: exactNumber(balances.credits),
    seconds: exactNumber(balances.seconds),
  };
}

/** An app in detail: with what it used in the last 30 days, where the service knows. @throws SpeechError `NOT_FOUND` */
export async function showApp(service: SpeechService, appId: string): Promise<object> {
  const app = await service.getApp(appId);
  const [balances, usage] = await Promise.all([service.getBalances(appId), service.admin?.getUsage(appId)]);
  return { ...appView(app, balances), ...(usage === undefined ? {} : { usage: usageView(usage) }) };
}

function usageView({ syntheses, transcriptions, credits, seconds }: AppUsage): object {
  return { syntheses, transcriptions, credits: exactNumber(credits), seconds: exactNumber(seconds) };
}

/** Every Node that we run on has it; TypeScript's library does not know it yet. */
const exactJson = JSON as typeof JSON & { rawJSON(text: string): unknown };

/** A decimal as the JSON number of the same digits: a double would round what has more than fifteen of them. */
export function exactNumber(decimal: string | null): unknown {
  return decimal === null ? null : exactJson.rawJSON(decimal);
}
