import type { App } from '@parlance/core/accounts';
import type { SynthesisRecord, TranscriptionRecord, WebhookDelivery } from '@parlance/core/requests';
import { type Columns, json, plain, time } from './columns.ts';

export const APP_COLUMNS: Columns<App> = {
  appId: plain('app_id'),
  name: plain('name'),
  createdAt: time('created_at'),
  expiresAt: time('expires_at'),
  revokedAt: time('revoked_at'),
  tokenId: plain('token_id'),
  retiredTokens: json('retired_tokens'),
  webhookSecret: plain('webhook_secret'),
  retiredWebhookSecrets: json('retired_webhook_secrets'),
  ttsConcurrency: plain('tts_concurrency'),
  sttConcurrency: plain('stt_concurrency'),
  requestsPerMinute: plain('requests_per_minute'),
  lastUsedAt: time('last_used_at'),
};

export const SYNTHESIS_COLUMNS: Columns<SynthesisRecord> = {
  requestId: plain('request_id'),
  appId: plain('app_id'),
  kind: plain('kind'),
  status: plain('status'),
  text: json('text'),
  textType: plain('text_type'),
  timings: plain('timings'),
  characters: plain('characters'),
  credits: plain('credits'),
  voiceCode: plain('voice_code'),
  format: json('output_format'),
  speed: plain('speed'),
  emphasisIntensity: plain('emphasis_intensity'),
  clientPause: json('client_pause'),
  vocabulary: json('vocabulary'),
  webhookUrl: plain('webhook_url'),
  doneCharacters: plain('done_characters'),
  failedAttempts: plain('failed_attempts'),
  forgivenStarts: plain('forgiven_starts'),
  createdAt: time('created_at'),
  startedAt: time('started_at'),
  finishedAt: time('finished_at'),
  audio: json('audio'),
  failure: json('failure'),
};

export const TRANSCRIPTION_COLUMNS: Columns<TranscriptionRecord> = {
  transcriptId: plain('transcript_id'),
  appId: plain('app_id'),
  kind: plain('kind'),
  status: plain('status'),
  source: json('source'),
  transcript: json('transcript'),
  utterances: json('utterances'),
  language: plain('language'),
  audioDurationSeconds: plain('audio_duration_seconds'),
  webhookUrl: plain('webhook_url'),
  failedAttempts: plain('failed_attempts'),
  forgivenStarts: plain('forgiven_starts'),
  createdAt: time('created_at'),
  startedAt: time('started_at'),
  finishedAt: time('finished_at'),
  failure: json('failure'),
};

export const DELIVERY_COLUMNS: Columns<WebhookDelivery> = {
  deliveryId: plain('delivery_id'),
  appId: plain('app_id'),
  requestId: plain('request_id'),
  url: plain('url'),
  body: json('body'),
  audioObjectName: plain('audio_object_name'),
  state: plain('state'),
  attempts: json('attempts'),
  createdAt: time('created_at'),
  nextAttemptAt: time('next_attempt_at'),
  endedAt: time('ended_at'),
};
