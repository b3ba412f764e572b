import type { ReportedRequest, WebhookDelivery } from '@parlance/core';

/** A line of the list of requests. */
export function requestView({ done, total, ...request }: ReportedRequest): object {
  return { ...request, progress: { done, total } };
}

/** A delivery without what it delivers: results are their app's affair. */
export function deliveryView({
  body: _body,
  audioObjectName: _audioObjectName,
  ...delivery
}: WebhookDelivery): object {
  return delivery;
}
