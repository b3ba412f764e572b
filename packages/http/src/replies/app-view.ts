import type { App, Balances } from '@parlance/core';

/** An app without its secrets, and what it has left. */
export function appView(
  { appId, name, createdAt, expiresAt, revokedAt, ttsConcurrency, sttConcurrency }: App,
  balances: Balances,
): object {
  return {
    appId,
    name,
    createdAt,
    expiresAt,
    revokedAt,
    ttsConcurrency,
    sttConcurrency,
    credits: exactNumber(balances.credits),
    seconds: exactNumber(balances.seconds),
  };
}

/** Every Node that we run on has it; TypeScript's library does not know it yet. */
const exactJson = JSON as typeof JSON & { rawJSON(text: string): unknown };

/** A decimal as the JSON number of the same digits: a double would round what has more than fifteen of them. */
function exactNumber(decimal: string | null): unknown {
  return decimal === null ? null : exactJson.rawJSON(decimal);
}
