import { sendTranscript, TRANSCRIPT } from '../answers/transcript.ts';
import { RECOGNITION_FAMILY } from '../errors/error-families.ts';
import { defineEndpoint } from '../kit/endpoint/define-endpoint.ts';
import { APP } from './access.ts';

/** Get transcript. */
export const getTranscript = defineEndpoint({
  method: 'GET',
  url: '/v1/stt/transcripts/:transcriptId',
  operationId: 'getTranscript',
  tag: 'Recognition',
  summary: 'The state of a transcription, and its result',
  description: 'Poll every 2 to 5 seconds.',
  access: APP,
  params: { transcriptId: 'From the answer of Create transcript.' },
  answers: { 200: TRANSCRIPT },
  errors: RECOGNITION_FAMILY,
  faults: ['TRANSCRIPT_NOT_FOUND', 'STORAGE_FAILED'],
  handler:
    ({ service }) =>
    async ({ caller, params, reply }) =>
      sendTranscript(reply, await service.getTranscript(params.transcriptId, caller)),
});
