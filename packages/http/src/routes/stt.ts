import { type App, unauthorized } from '@parlance/core/accounts';
import { SpeechError } from '@parlance/core/errors';
import type { Late, Submitted } from '@parlance/core/requests';
import { DEFAULT_UPLOAD_FLOOR } from '@parlance/core/scheduling';
import type { SubmitTranscriptionOptions, TranscriptRecord } from '@parlance/core/transcription';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { nameAudioField } from '../errors/name-audio-field.ts';
import { loadTiming } from '../replies/server-timing.ts';
import { sendTranscript } from '../replies/transcript.ts';
import { authenticateEarly, callerOf } from '../request/caller.ts';
import { disconnectSignal } from '../request/disconnect-signal.ts';
import { createFormReader } from '../request/form-reader.ts';
import { idempotencyKeyOf, markReplay } from '../request/idempotency.ts';
import { requireContentType } from '../request/json-body.ts';
import { readRecordingUpload, type StreamedUpload, type WholeUpload } from '../request/recording-upload.ts';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const URL = '/v1/stt';

/** Create transcript. `sync` recognizes a short recording at once, `async` accepts one of any length for a job. */
export function sttRoute(app: FastifyInstance, { service, options, uploads }: RouteContext): void {
  const floor = options.uploadFloor ?? DEFAULT_UPLOAD_FLOOR;
  app.route({
    method: 'POST',
    url: URL,
    onRequest: [
      authenticateEarly(service, 'live'),
      async (request) => requireContentType(request, 'multipart/form-data'),
      async (request) => void idempotencyKeyOf(request),
    ],
    handler: async (request, reply) => {
      const release = uploads.take();
      try {
        const { answer, isReplay } = await receive(request, {
          signal: disconnectSignal(reply.raw),
          onLoad: loadTiming(reply),
        });
        markReplay(reply, isReplay);
        return sendTranscript(reply, answer);
      } finally {
        release();
      }
    },
  });
  refuseOtherMethods(app, URL, ['POST']);

  /** A repeat costs nothing, so it is let through to be told as one. */
  async function refuseEmptyAccount(request: FastifyRequest): Promise<void> {
    if (request.speechApp === null || idempotencyKeyOf(request) !== undefined) return;
    await service.requireSeconds(request.speechApp.appId);
  }

  async function receive(
    request: FastifyRequest,
    call: Pick<SubmitTranscriptionOptions, 'signal' | 'onLoad'>,
  ): Promise<Submitted<TranscriptRecord>> {
    const key = idempotencyKeyOf(request);
    const isHashed = key !== undefined;
    const form = createFormReader(request, { floor, isHashed });
    // Beside the first bytes of the body: nothing is done with them before the database has answered, and none is read after a no.
    const solvency = refuseEmptyAccount(request);
    solvency.catch(() => form.close());
    const reading = readRecordingUpload(form, {
      isHashed,
      unknownCaller: unauthorized,
      async knowsCaller(fields) {
        if (request.speechApp === null && !(fields.app_id ?? fields.appId)) return false;
        return (await callerOf(request, service, { fields, access: 'live' })) !== null;
      },
    });
    const [upload] = await Promise.all([reading, solvency]);
    const caller = await callerOf(request, service, { fields: upload.fields, access: 'live' });
    const { webhookUrl, words, channels, language, bodyHash } = upload;
    const idempotency = idempotencyOf(key, bodyHash);
    const submitOptions = { ...call, webhookUrl, words, channels, language, idempotency };
    if (upload.type === 'stream') return submitStream(upload, caller, submitOptions);
    return submitWhole(upload, caller, submitOptions).catch((error: unknown) => {
      throw nameAudioField(error, upload.wav === undefined ? 'audioUrl' : 'audioContent');
    });
  }

  async function submitStream(
    { wav, failure }: StreamedUpload,
    caller: App,
    submitOptions: SubmitTranscriptionOptions,
  ): Promise<Submitted<TranscriptRecord>> {
    try {
      return await service.submitTranscription({ bytes: wav }, caller, submitOptions);
    } catch (error) {
      throw nameAudioField(failure() ?? error, 'audioContent');
    }
  }

  async function submitWhole(
    { mode, wav, audioUrl }: WholeUpload,
    caller: App,
    submitOptions: SubmitTranscriptionOptions,
  ): Promise<Submitted<TranscriptRecord>> {
    if (wav !== undefined) {
      return mode === 'sync'
        ? service.transcribeLive(wav, caller, submitOptions)
        : service.submitTranscription({ bytes: inOnePiece(wav) }, caller, submitOptions);
    }
    if (audioUrl === undefined) {
      throw new SpeechError(
        'INVALID_INPUT',
        'audioContent (a WAV file) or audioUrl (the address of one) is required.',
        { field: 'audioContent' },
      );
    }
    return mode === 'sync'
      ? service.transcribeAddress(audioUrl, caller, submitOptions)
      : service.submitTranscription({ url: audioUrl }, caller, submitOptions);
  }
}

function idempotencyOf(key: string | undefined, bodyHash: Late<string> | undefined) {
  return key === undefined || bodyHash === undefined ? undefined : { path: URL, key, bodyHash };
}

async function* inOnePiece(wav: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield wav;
}
