import { z } from 'zod';
import type { AnswerName } from './answers.ts';
import type { Answer } from './operation.ts';

const bodyAppId = z
  .string()
  .optional()
  .meta({ description: 'The App ID, where the header `App-Id` is missing.' });

/** What the POSTs of apps take in place of the header. */
export const BODY_APP_ID = { app_id: bodyAppId, appId: bodyAppId } as const;

/** Of stored audio. */
export const LINK_HEADERS = {
  'Accept-Ranges': '`bytes`.',
  ETag: 'Never changes for this audio.',
  'Content-Length': 'Bytes.',
} as const;

export function json(description: string, schema: AnswerName): Answer {
  return { description, mediaTypes: ['application/json'], schema };
}
