import type { SpeechErrorCode } from '@parlance/core/errors';
import { LIMITS } from '@parlance/core/limits';
import { batchSynthesisInputOf, legacySynthesisInput, liveSynthesisInputOf } from '@parlance/core/synthesis';
import { z } from 'zod';
import { LEGACY_FAMILY, SPEECH_FAMILY } from './error-families.ts';
import { BODY_APP_ID, json, LINK_HEADERS } from './members.ts';
import type { Operation } from './operation.ts';

const AUDIO_TYPES = ['audio/mpeg', 'audio/wav', 'audio/pcm;rate=22050;channels=1;format=s16le'];
const STORED_TYPES = ['audio/mpeg', 'audio/wav', 'application/json', 'text/vtt'];

const textMember = (
  maxChars: number,
  { shape }: ReturnType<typeof batchSynthesisInputOf | typeof liveSynthesisInputOf>,
) =>
  shape.text.meta({
    description: `At most ${maxChars} code points after trimming; of SSML those that are spoken, and its markup comes on top.`,
  });
const batchSsml = batchSynthesisInputOf('ssml');
const batchBody = z
  .object({
    mode: z.literal('async'),
    ...batchSsml.shape,
    text: textMember(LIMITS.synthesis.maxBatchTextChars, batchSsml),
    ...BODY_APP_ID,
  })
  .meta({ title: 'A job', description: 'A text of any length. `pcm` is accepted and fails.' });
const { maxLiveTextChars, mostMaxLiveTextChars } = LIMITS.synthesis;
const liveSsml = liveSynthesisInputOf(mostMaxLiveTextChars, 'ssml');
const liveBody = z
  .object({
    mode: z.literal('sync'),
    ...liveSsml.shape,
    text: textMember(mostMaxLiveTextChars, liveSsml),
    ...BODY_APP_ID,
  })
  .meta({
    title: 'At once',
    description:
      `A text of up to ${maxLiveTextChars} code points, or what \`liveTextMaxChars\` of the server says. ` +
      "One of the service's realtime voices: `joe`, `slt`, `rms`, `awb`, `kal16`, unless its operator chose others.",
  });

const SYNTHESIS_FAULTS = [
  'INVALID_INPUT',
  'VOICE_NOT_FOUND',
  'TEXT_NOT_SPEAKABLE',
  'INSUFFICIENT_CREDIT',
  'ENGINE_FAILED',
  'STORAGE_FAILED',
] as const satisfies readonly SpeechErrorCode[];

export const SPEECH_OPERATIONS: readonly Operation[] = [
  {
    method: 'POST',
    url: '/v1/tts',
    operationId: 'createSpeech',
    tag: 'Speech',
    summary: 'Speak a text',
    description:
      'With `mode: "sync"` the answer is the audio, chunk by chunk while it is made. With `"async"` a job makes it: the result ' +
      'goes to `webhookUrl`, and Get request knows it too.',
    access: 'app',
    isIdempotent: true,
    body: {
      mediaType: 'application/json',
      schema: z.discriminatedUnion('mode', [liveBody, batchBody]),
      example: { mode: 'sync', voiceCode: 'joe', text: 'Good morning.', outputFormat: 'mp3' },
    },
    answers: {
      200: {
        description: 'The audio (`sync`), or the id to ask for (`async`).',
        mediaTypes: [...AUDIO_TYPES, 'application/json'],
        schema: 'SpeechAccepted',
        headers: {
          'X-Characters': 'Code points of the trimmed text; with `sync`.',
          'Server-Timing':
            '`load;dur=…`: milliseconds that it waited for the engine to load; absent when it did not.',
          'X-Credits': 'What it costs, exact; with `sync`.',
          'X-Warnings':
            'What is read otherwise than the SSML says, parted by ` | `; with `sync`, absent where there is nothing.',
        },
      },
    },
    errors: SPEECH_FAMILY,
    faults: [
      ...SYNTHESIS_FAULTS,
      'SYNTHESIS_CONCURRENCY_EXCEEDED',
      'CREDIT_DEDUCTION_FAILED',
      'IDEMPOTENCY_CONFLICT',
      'QUEUE_FULL',
    ],
  },
  {
    method: 'GET',
    url: '/v1/tts/requests/:requestId',
    operationId: 'getSpeech',
    tag: 'Speech',
    summary: 'How a job is going, and where its audio is',
    access: 'app',
    path: { requestId: 'From the answer of `async`.' },
    answers: { 200: json('The request.', 'SpeechRequest') },
    errors: SPEECH_FAMILY,
    faults: ['REQUEST_NOT_FOUND', 'STORAGE_FAILED'],
  },
  ...(['GET', 'HEAD'] as const).map(
    (method): Operation => ({
      method,
      url: '/v1/audio/:fileName',
      operationId: method === 'GET' ? 'getAudio' : 'headAudio',
      tag: 'Speech',
      summary: method === 'GET' ? 'The audio behind a link' : 'What the audio behind a link is',
      description: 'With audio in S3 the links lead there instead.',
      access: 'link',
      path: { fileName: '`{requestId}.mp3` or `.wav`; `.json` and `.vtt` of the times of words.' },
      query: z.object({
        expires: z.string().meta({ description: 'Of the link.' }),
        signature: z.string().meta({ description: 'Of the link.' }),
      }),
      ...(method === 'GET'
        ? { headers: { Range: 'A single range of bytes.', 'If-Range': 'The ETag that the range is of.' } }
        : {}),
      answers: {
        200: {
          description: method === 'GET' ? 'All of it.' : 'Its headers.',
          ...(method === 'GET' ? { mediaTypes: STORED_TYPES } : {}),
          headers: LINK_HEADERS,
        },
        ...(method === 'GET'
          ? {
              206: {
                description: 'The range.',
                mediaTypes: STORED_TYPES,
                headers: { ...LINK_HEADERS, 'Content-Range': 'Which bytes of how many.' },
              },
              416: json('The range is outside the audio.', 'Error'),
            }
          : {}),
      },
      errors: SPEECH_FAMILY,
      faults: ['FORBIDDEN', 'STORAGE_FAILED'],
    }),
  ),
  {
    method: 'POST',
    url: '/api/v1/tts',
    operationId: 'createSpeechLegacy',
    tag: 'Legacy',
    summary: 'Speak a text, as older clients ask for it',
    description: '`direct` waits for the audio; a client that stops waiting stops nothing else.',
    access: 'app',
    isIdempotent: true,
    body: {
      mediaType: 'application/json',
      schema: z.object({ ...legacySynthesisInput.shape, app_id: BODY_APP_ID.app_id }),
      example: { response_type: 'direct', voice_code: 'joe', input_text: 'Good morning.' },
    },
    answers: {
      200: { description: 'The request.', mediaTypes: ['text/json'], schema: 'LegacyAnswer' },
    },
    errors: LEGACY_FAMILY,
    faults: [...SYNTHESIS_FAULTS, 'IDEMPOTENCY_CONFLICT', 'QUEUE_FULL'],
  },
];
