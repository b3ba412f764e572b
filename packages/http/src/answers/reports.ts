import type { ReportedRequest, RequestDetail } from '@parlance/core/reports';
import type { WebhookDelivery } from '@parlance/core/requests';
import { z } from 'zod';
import { errorMembers } from '../errors/error-families.ts';
import { named } from '../kit/named-schema.ts';
import { amount, exactNumber } from './app-view.ts';
import { absoluteLink } from './synthesis-request.ts';
import { maybeTime, time } from './times.ts';

export const reportedRequest = z.strictObject({
  requestId: z.string(),
  appId: z.string(),
  type: z.enum(['synthesis', 'transcription']),
  kind: z.enum(['batch', 'legacy', 'live', 'session']),
  status: z.enum(['processing', 'success', 'failed']),
  createdAt: time,
  finishedAt: maybeTime,
  progress: z
    .strictObject({ done: z.number(), total: z.number() })
    .meta({ description: 'Characters of a synthesis, seconds of a transcription.' }),
  error: errorMembers.nullable(),
});

export const delivery = named(
  'Delivery',
  z.strictObject({
    deliveryId: z.string().meta({ description: 'The webhook-id, the same at every attempt.' }),
    appId: z.string(),
    requestId: z.string(),
    url: z.string(),
    state: z.enum(['pending', 'delivered', 'dead']),
    attempts: z.array(
      z.strictObject({
        at: time,
        durationMs: z.number(),
        status: z.int().nullable(),
        problem: z.string().nullable(),
        replayedAt: time.optional(),
      }),
    ),
    createdAt: time,
    nextAttemptAt: maybeTime,
    endedAt: maybeTime,
  }),
);

export const requestDetail = named(
  'RequestDetail',
  z.strictObject({
    ...reportedRequest.shape,
    characters: z.int().nullable(),
    voiceCode: z.string().nullable(),
    format: z
      .strictObject({
        container: z.string(),
        sampleRateHz: z.int(),
        bitrateKbps: z.number().optional(),
      })
      .nullable(),
    startedAt: maybeTime,
    credits: amount,
    seconds: amount,
    deliveries: z.array(delivery.schema),
    audioUrl: z.url().nullable(),
  }),
);

/** A line of the list of requests. */
export function requestView({ done, total, ...request }: ReportedRequest): object {
  return { ...request, progress: { done, total } };
}

/** One request with all its details. Links are under the public address `baseUrl`. */
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

/** A delivery without its body, since results belong to the app. */
export function deliveryView({
  body: _body,
  audioObjectName: _audioObjectName,
  ...delivery
}: WebhookDelivery): object {
  return delivery;
}
