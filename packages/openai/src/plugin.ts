import multipart from '@fastify/multipart';
import { DEFAULT_UPLOAD_FLOOR } from '@parlance/core/scheduling';
import { createUploadSlots, mountEndpoints, useStrictJson } from '@parlance/http/kit';
import { authenticateCallers, DEFAULT_OPENAI_MODELS } from '@parlance/openai-kit';
import type { FastifyInstance } from 'fastify';
import { OPENAI_ENDPOINTS } from './endpoints/endpoints.ts';
import { DEFAULT_MAX_UPLOADS, DEFAULT_STALL_TIMEOUT_MS, type OpenaiHttpOptions } from './options.ts';

/** 4096 code points, each escaped as a surrogate pair, take 49 kB. */
const MAX_JSON_BODY_BYTES = 262_144;

/**
 * Fastify plugin with OpenAI's audio endpoints on a speech service: `app.register(openaiHttp, { service })`, with a prefix if they should not
 * be under `/v1` directly. Its hooks, parsers and error handlers apply only inside it. A client's API key is the token of an app.
 */
export async function openaiHttp(app: FastifyInstance, options: OpenaiHttpOptions): Promise<void> {
  const uploadFloor = options.uploadFloor ?? DEFAULT_UPLOAD_FLOOR;
  useStrictJson(app, { floor: uploadFloor, maxBytes: MAX_JSON_BODY_BYTES });
  if (!app.hasRequestDecorator('isMultipart')) await app.register(multipart);
  authenticateCallers(app, options.service);
  mountEndpoints(app, OPENAI_ENDPOINTS, {
    service: options.service,
    models: options.models ?? DEFAULT_OPENAI_MODELS,
    voices: options.voices ?? {},
    stallTimeoutMs: options.stallTimeoutMs ?? DEFAULT_STALL_TIMEOUT_MS,
    uploads: createUploadSlots(options.maxUploads ?? DEFAULT_MAX_UPLOADS),
    uploadFloor,
  });
}
