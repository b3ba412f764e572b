import type { ReportedRequest, RequestDetail } from '@parlance/core/reports';
import type { WebhookDelivery } from '@parlance/core/requests';
import { exactNumber } from './app-view.ts';
import { absoluteLink } from './synthesis-request.ts';

/** A line of the list of requests. */
export function requestView({ done, total, ...request }: ReportedRequest): object {
  return { ...request, progress: { done, total } };
}

/** One request with everything that is known of it, under the public address `baseUrl`. */
export function requestDetailView(detail: RequestDetail, baseUrl: string): object {
  const { deliveries, audioLink, credits, seconds, ...request } = detail;
  return {
    ...requestView(request),
    credits: exactNumber(credits),
    seconds: exactNumber(seconds),
    deliveries: deliveries.map(deliveryView),
    audioUrl: audioLink === null ? null : absoluteLink(audioLink, baseUrl),
  };
}

/** A delivery without what it delivers: results are their app's affair. */
export function deliveryView({
  body: _body,
  audioObjectName: _audioObjectName,
  ...delivery
}: WebhookDelivery): object {
  return delivery;
}
