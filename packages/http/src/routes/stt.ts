import { type App, LIMITS, modeInput, parseInput, SpeechError, type TranscriptRecord } from '@parlance/core';
import type { FastifyInstance } from 'fastify';
import { DEFAULT_MAX_UPLOADS } from '../options.ts';
import { sendTranscript } from '../replies/transcript.ts';
import { authenticateEarly, callerOf } from '../request/caller.ts';
import { disconnectSignal } from '../request/disconnect-signal.ts';
import { requireContentType } from '../request/json-body.ts';
import { NEEDS_STORAGE, notAvailableYet } from '../request/not-available.ts';
import { readUpload, type Upload } from '../request/upload.ts';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const URL = '/v1/stt';
const FILE_FIELD = 'audioContent';

/** Create transcript. `mode: "sync"` recognizes a short recording at once. */
export function sttRoute(app: FastifyInstance, { service, options }: RouteContext): void {
  const takeUpload = uploadSlots(options.maxUploads ?? DEFAULT_MAX_UPLOADS);
  app.route({
    method: 'POST',
    url: URL,
    onRequest: [
      authenticateEarly(service),
      async (request) => requireContentType(request, 'multipart/form-data'),
    ],
    handler: async (request, reply) => {
      const signal = disconnectSignal(reply.raw);
      const giveBack = takeUpload();
      try {
        const upload = await readUpload(request, {
          fileField: FILE_FIELD,
          fileBytes: LIMITS.transcription.liveFileBytes,
          onField: refuseHopeless,
        });
        const caller = await callerOf(request, service, upload.fields);
        return sendTranscript(reply, await transcribe(upload, caller, signal));
      } finally {
        giveBack();
      }
    },
  });
  refuseOtherMethods(app, URL, ['POST']);

  async function transcribe(upload: Upload, caller: App, signal: AbortSignal): Promise<TranscriptRecord> {
    parseInput(modeInput, upload.fields);
    if (upload.file === undefined) {
      if (upload.fields.audioUrl)
        throw notAvailableYet('audioUrl', 'audioUrl', `upload the file as ${FILE_FIELD}`);
      throw new SpeechError('INVALID_INPUT', `${FILE_FIELD} is required: a WAV file.`, { field: FILE_FIELD });
    }
    return service.transcribeLive(upload.file, caller, { signal });
  }
}

/** Judged as each field comes: there is no use in reading the file of a request that can't be served. */
function refuseHopeless(name: string, value: string): void {
  if (name === 'mode' && parseInput(modeInput, { mode: value }).mode === 'async') {
    throw notAvailableYet('mode', 'mode "async"', NEEDS_STORAGE);
  }
  if (name === 'webhookUrl' && value !== '') throw notAvailableYet('webhookUrl', 'webhookUrl', NEEDS_STORAGE);
}

/** Bounds the memory that uploads take together. */
function uploadSlots(max: number): () => () => void {
  let running = 0;
  return () => {
    if (running >= max) {
      throw new SpeechError('QUEUE_FULL', `${running} uploads are in progress; the limit is ${max}.`, {
        limit: max,
      });
    }
    running++;
    return () => {
      running--;
    };
  };
}
