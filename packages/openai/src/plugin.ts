import multipart from '@fastify/multipart';
import { SpeechError } from '@parlance/core/errors';
import { DEFAULT_UPLOAD_FLOOR } from '@parlance/core/scheduling';
import type { FastifyInstance } from 'fastify';
import { replyWithError } from './errors/error-reply.ts';
import {
  DEFAULT_MAX_UPLOADS,
  DEFAULT_OPENAI_MODELS,
  DEFAULT_STALL_TIMEOUT_MS,
  type OpenaiHttpOptions,
} from './options.ts';
import { authenticateCallers } from './request/caller.ts';
import { createUploadSlots } from './request/upload-slots.ts';
import { modelRoutes } from './routes/models.ts';
import type { RouteContext } from './routes/route-context.ts';
import { speechRoute } from './routes/speech.ts';
import { transcriptionRoute } from './routes/transcriptions.ts';
import { translationsRoute } from './routes/translations.ts';
import { voicesRoute } from './routes/voices.ts';

/** 4096 code points, each escaped as a surrogate pair, take 49 kB. */
const MAX_JSON_BODY_BYTES = 262_144;

/**
 * Fastify plugin with OpenAI's audio endpoints on a speech service: `app.register(openaiHttp, { service })`, with a prefix if
 * they should be elsewhere than under `/v1`. Its hooks, parsers and error answers stay inside it. A client's API key is the
 * token of an app.
 */
export async function openaiHttp(app: FastifyInstance, options: OpenaiHttpOptions): Promise<void> {
  const context: RouteContext = {
    service: options.service,
    models: options.models ?? DEFAULT_OPENAI_MODELS,
    voices: options.voices ?? {},
    stallTimeoutMs: options.stallTimeoutMs ?? DEFAULT_STALL_TIMEOUT_MS,
    takeUploadSlot: createUploadSlots(options.maxUploads ?? DEFAULT_MAX_UPLOADS),
    uploadFloor: options.uploadFloor ?? DEFAULT_UPLOAD_FLOOR,
  };
  app.setErrorHandler(replyWithError);
  useJson(app);
  if (!app.hasRequestDecorator('isMultipart')) await app.register(multipart);
  authenticateCallers(app, options.service);
  modelRoutes(app, context);
  speechRoute(app, context);
  transcriptionRoute(app, context);
  translationsRoute(app);
  voicesRoute(app, context);
}

/** A parser of our own, so that a body that is no JSON is told of in OpenAI's form, whatever the application's parsers do. */
function useJson(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser(
    'application/json',
    { parseAs: 'string', bodyLimit: MAX_JSON_BODY_BYTES },
    (_request, body, done) => {
      try {
        done(null, JSON.parse(body as string));
      } catch (cause) {
        done(new SpeechError('INVALID_INPUT', 'The body is not valid JSON.', {}, { cause }));
      }
    },
  );
}
