import { transcriptionForm } from '@parlance/core/transcription';
import { z } from 'zod';
import { RECOGNITION_FAMILY } from './error-families.ts';
import { BODY_APP_ID } from './members.ts';
import type { Answer, Operation } from './operation.ts';

const TRANSCRIPT: Answer = {
  description: 'The transcript.',
  mediaTypes: ['text/json'],
  schema: 'Transcript',
};

export const RECOGNITION_OPERATIONS: readonly Operation[] = [
  {
    method: 'POST',
    url: '/v1/stt',
    operationId: 'createTranscript',
    tag: 'Recognition',
    summary: 'Write down a recording',
    description:
      '`sync` takes less than 10 seconds and 10 MB, and the transcript is the answer; `async` takes less than 100 MB for a ' +
      'job. One of `audioContent` and `audioUrl` is needed; with both, the file is taken and the address not looked at. Other ' +
      'fields and files are passed over; a form takes at most 100 parts and less than 110 MB in all.',
    access: 'app',
    isIdempotent: true,
    body: {
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
  },
  {
    method: 'GET',
    url: '/v1/stt/transcripts/:transcriptId',
    operationId: 'getTranscript',
    tag: 'Recognition',
    summary: 'How a transcription is going',
    description: 'Every 2 to 5 seconds is often enough.',
    access: 'app',
    path: { transcriptId: 'From the answer of Create transcript.' },
    answers: { 200: TRANSCRIPT },
    errors: RECOGNITION_FAMILY,
    faults: ['TRANSCRIPT_NOT_FOUND', 'STORAGE_FAILED'],
  },
];
