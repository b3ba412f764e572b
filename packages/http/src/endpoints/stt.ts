import { type App, unauthorized } from '@parlance/core/accounts';
import { SpeechError } from '@parlance/core/errors';
import type { Late, Submitted } from '@parlance/core/requests';
import { DEFAULT_UPLOAD_FLOOR } from '@parlance/core/scheduling';
import {
  type SubmitTranscriptionOptions,
  type TranscriptRecord,
  transcriptionForm,
} from '@parlance/core/transcription';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { sendTranscript, TRANSCRIPT } from '../answers/transcript.ts';
import { RECOGNITION_FAMILY } from '../errors/error-families.ts';
import { nameAudioField } from '../errors/name-audio-field.ts';
import { loadTiming } from '../kit/answers/server-timing.ts';
import { disconnectSignal } from '../kit/disconnect-signal.ts';
import { defineEndpoint } from '../kit/endpoint/define-endpoint.ts';
import { idempotencyKeyOf, markReplay } from '../kit/idempotency.ts';
import { callerOf } from '../request/auth/caller.ts';
import { createFormReader } from '../request/body/form-reader.ts';
import {
  readRecordingUpload,
  type StreamedUpload,
  type WholeUpload,
} from '../request/body/recording-upload.ts';
import { BODY_APP_ID, LIVE_BY_FORM } from './access.ts';
import type { EndpointContext } from './context.ts';

const URL = '/v1/stt';

/** Create transcript. `sync` recognizes a short recording at once, `async` accepts one of any length for a job. */
export const createTranscript = defineEndpoint({
  method: 'POST',
  url: URL,
  operationId: 'createTranscript',
  tag: 'Recognition',
  summary: 'Transcribe a recording',
  description:
    '`sync` takes less than 10 seconds and 10 MB, and the transcript is the answer; `async` takes less than 100 MB for a ' +
    'job. One of `audioContent` and `audioUrl` is needed; with both, the file is taken and the address not looked at. Other ' +
    'fields and files are passed over; a form takes at most 100 parts and less than 110 MB in all.',
  access: LIVE_BY_FORM,
  isIdempotent: true,
  rawBody: {
    mediaType: 'multipart/form-data',
    schema: z.object({
      mode: z.enum(['sync', 'async']),
      audioContent: z
        .file()
        .optional()
        .meta({
          description:
            'A WAV file: PCM of 8, 16, 24 or 32 bits or float, up to 8 channels. Where the operator has set ' +
            '`recordingFormats` to `any`, other formats too.',
        }),
      ...transcriptionForm.shape,
      ...BODY_APP_ID,
    }),
  },
  answers: { 200: TRANSCRIPT },
  errors: RECOGNITION_FAMILY,
  faults: [
    'INVALID_INPUT',
    'AUDIO_NOT_READABLE',
    'AUDIO_TOO_LARGE',
    'AUDIO_TOO_LONG',
    'AUDIO_FETCH_FAILED',
    'INSUFFICIENT_SECONDS',
    'RECOGNITION_CONCURRENCY_EXCEEDED',
    'IDEMPOTENCY_CONFLICT',
    'QUEUE_FULL',
    'ENGINE_UNAVAILABLE',
    'STORAGE_FAILED',
  ],
  beforeBody: () => async (request) => void idempotencyKeyOf(request),
  handler: (context) => {
    const receive = createReceiver(context);
    return async ({ request, reply }) => {
      const release = context.uploads.take();
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
    };
  },
});

/** @returns a function that reads a form and performs the request */
function createReceiver({ service, options }: EndpointContext) {
  const floor = options.uploadFloor ?? DEFAULT_UPLOAD_FLOOR;
  return receive;

  /** A repeat costs nothing, so a request with a key is admitted to get its first answer. */
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
    // At the same time as the first bytes of the body: they are not used before the database has answered, and after a refusal no more are read.
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
    const { webhookUrl, words, channels, language, vocabulary, bodyHash } = upload;
    const idempotency = idempotencyOf(key, bodyHash);
    const submitOptions = { ...call, webhookUrl, words, channels, language, vocabulary, idempotency };
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
        ? service.transcribeShortBytes(wav, caller, submitOptions)
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
      ? service.transcribeShortAddress(audioUrl, caller, submitOptions)
      : service.submitTranscription({ url: audioUrl }, caller, submitOptions);
  }
}

function idempotencyOf(key: string | undefined, bodyHash: Late<string> | undefined) {
  return key === undefined || bodyHash === undefined ? undefined : { path: URL, key, bodyHash };
}

async function* inOnePiece(wav: Uint8Array): AsyncGenerator<Uint8Array, void, undefined> {
  yield wav;
}
