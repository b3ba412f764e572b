import { addDecimals, negateDecimal } from '@parlance/core/accounts';
import type { ReceivedWebhook } from './receiver.ts';

/** What may go wrong, by the name of its metric. */
export const FAULT_TITLES = {
  lost: 'Accepted requests lost',
  unended: 'Requests that never ended',
  failed: 'Requests that failed',
  webhooksMissing: 'Webhooks missing',
  webhookIdsChanged: 'Webhook ids changed',
  bodiesChanged: 'Webhook bodies changed',
  audioUnreadable: 'Audio unreadable',
  doubled: 'Requests doubled',
  creditDifference: 'Ledger difference, credits',
  secondDifference: 'Ledger difference, seconds',
} as const;
/** What it was looked for in, by the name of its metric. */
export const COUNT_TITLES = {
  syntheses: 'Syntheses accepted',
  transcriptions: 'Transcriptions accepted',
  resubmitted: 'Asked again with the same key',
  webhookPosts: 'Webhook POSTs',
} as const;
export type FaultName = keyof typeof FAULT_TITLES;

/** A request as its client knows it, and what the service said of it in the end. */
export interface CheckedRequest {
  readonly id: string;
  readonly key: string;
  readonly kind: 'synthesis' | 'transcription';
  /** Decimal: credits of a synthesis, seconds of a transcription. */
  readonly cost: string;
  /** `undefined`: the service does not know it. */
  readonly status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED' | undefined;
  /** Of a completed synthesis: whether its audio came whole. */
  readonly isAudioReadable: boolean;
}

export interface Evidence {
  readonly requests: readonly CheckedRequest[];
  readonly webhooks: readonly ReceivedWebhook[];
  readonly granted: { readonly credits: string; readonly seconds: string };
  readonly left: { readonly credits: string; readonly seconds: string };
}

const hasEnded = ({ status }: CheckedRequest): boolean => status === 'COMPLETED' || status === 'FAILED';

/** @returns the requests that ended, and whose webhook the receiver has not accepted */
export function undelivered({
  requests,
  webhooks,
}: Pick<Evidence, 'requests' | 'webhooks'>): readonly CheckedRequest[] {
  const accepted = new Set(
    webhooks.filter(({ wasAccepted }) => wasAccepted).map(({ requestId }) => requestId),
  );
  return requests.filter((request) => hasEnded(request) && !accepted.has(request.id));
}

/** Counts each fault. */
export function findFaults({
  requests,
  webhooks,
  granted,
  left,
}: Evidence): Readonly<Record<FaultName, number>> {
  const ended = requests.filter(hasEnded);
  const byRequest = Map.groupBy(webhooks, ({ requestId }) => requestId);
  const deliveriesOf = ({ id }: CheckedRequest): readonly ReceivedWebhook[] => byRequest.get(id) ?? [];
  const idsByKey = Map.groupBy(requests, ({ key }) => key);
  const differs = (values: readonly string[]): boolean => new Set(values).size > 1;
  const spent = (kind: CheckedRequest['kind']): string =>
    requests
      .filter((request) => request.kind === kind && request.status === 'COMPLETED')
      .reduce((sum, { cost }) => addDecimals(sum, cost), '0');
  const difference = (before: string, cost: string, after: string): number =>
    Number(addDecimals(addDecimals(before, negateDecimal(cost)), negateDecimal(after)));
  return {
    lost: requests.filter(({ status }) => status === undefined).length,
    unended: requests.filter(({ status }) => status === 'PENDING' || status === 'PROCESSING').length,
    failed: requests.filter(({ status }) => status === 'FAILED').length,
    webhooksMissing: undelivered({ requests, webhooks }).length,
    webhookIdsChanged: ended.filter((request) =>
      differs(deliveriesOf(request).map(({ deliveryId }) => deliveryId)),
    ).length,
    bodiesChanged: ended.filter((request) =>
      differs(deliveriesOf(request).map(({ bodyWithoutLink }) => bodyWithoutLink)),
    ).length,
    audioUnreadable: requests.filter(
      ({ kind, status, isAudioReadable }) =>
        kind === 'synthesis' && status === 'COMPLETED' && !isAudioReadable,
    ).length,
    doubled: [...idsByKey.values()].filter((same) => differs(same.map(({ id }) => id))).length,
    creditDifference: difference(granted.credits, spent('synthesis'), left.credits),
    secondDifference: difference(granted.seconds, spent('transcription'), left.seconds),
  };
}
