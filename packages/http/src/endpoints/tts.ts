import type { Caller } from '@parlance/core/accounts';
import type { SpeechErrorCode } from '@parlance/core/errors';
import { SpeechError } from '@parlance/core/errors';
import { parseInput } from '@parlance/core/input';
import { LIMITS } from '@parlance/core/limits';
import type { SynthesisRequestState } from '@parlance/core/requests';
import {
  batchSynthesisInputOf,
  byTextType,
  liveSynthesisInputOf,
  modeInput,
  schemaFor,
} from '@parlance/core/synthesis';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { audioHeaders } from '../answers/audio-headers.ts';
import { SPEECH_FAMILY } from '../errors/error-families.ts';
import { sendPieces } from '../kit/answers/send-pieces.ts';
import { loadTiming } from '../kit/answers/server-timing.ts';
import { jsonObjectOf } from '../kit/bodies/json-body.ts';
import { disconnectSignal } from '../kit/disconnect-signal.ts';
import { defineEndpoint } from '../kit/endpoint/define-endpoint.ts';
import { markReplay } from '../kit/idempotency.ts';
import { named } from '../kit/named-schema.ts';
import { DEFAULT_STALL_TIMEOUT_MS } from '../options.ts';
import { mayReuse } from '../request/headers/cache-control.ts';
import { BODY_APP_ID, LIVE } from './access.ts';

const AUDIO_TYPES = ['audio/mpeg', 'audio/wav', 'audio/pcm;rate=22050;channels=1;format=s16le'];
/** The state of every accepted request. A repeat gets the first answer, whatever has happened to the request since. */
const ACCEPTED: SynthesisRequestState = 'PROCESSING';

export const SYNTHESIS_FAULTS = [
  'INVALID_INPUT',
  'VOICE_NOT_FOUND',
  'TEXT_NOT_SPEAKABLE',
  'INSUFFICIENT_CREDIT',
  'ENGINE_FAILED',
  'STORAGE_FAILED',
] as const satisfies readonly SpeechErrorCode[];

const speechAccepted = named(
  'SpeechAccepted',
  z.strictObject({
    requestId: z.string(),
    status: z.literal('PROCESSING'),
    warnings: z.array(z.string()).optional().meta({
      description: 'What will be read differently from the SSML, each with its line and column.',
    }),
  }),
);

type SynthesisInput = ReturnType<typeof batchSynthesisInputOf | typeof liveSynthesisInputOf>;

const textMember = (maxChars: number, { shape }: SynthesisInput) =>
  shape.text.meta({
    description: `At most ${maxChars} code points after trimming; for SSML, those that are spoken, in addition to its markup.`,
  });
const { maxBatchTextChars, maxLiveTextChars, mostMaxLiveTextChars } = LIMITS.synthesis;
const batchSsml = batchSynthesisInputOf('ssml');
const batchBody = z
  .object({
    mode: z.literal('async'),
    ...batchSsml.shape,
    text: textMember(maxBatchTextChars, batchSsml),
    ...BODY_APP_ID,
  })
  .meta({ title: 'A job', description: 'A text of any length. `pcm` is accepted and fails.' });
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

/** Create speech. `sync` streams the audio while it is synthesized, `async` accepts a text of any length for a job. */
export const createSpeech = defineEndpoint({
  method: 'POST',
  url: '/v1/tts',
  operationId: 'createSpeech',
  tag: 'Speech',
  summary: 'Speak a text',
  description:
    'With `mode: "sync"` the answer is the audio, chunk by chunk while it is synthesized. With `"async"` a job does it: the result ' +
    'goes to `webhookUrl`, and Get request knows it too.',
  access: LIVE,
  isIdempotent: true,
  rawBody: {
    mediaType: 'application/json',
    schema: z.discriminatedUnion('mode', [liveBody, batchBody]),
    example: { mode: 'sync', voiceCode: 'joe', text: 'Good morning.', outputFormat: 'mp3' },
  },
  answers: {
    200: {
      description: 'The audio (`sync`), or the id of the request (`async`).',
      mediaTypes: [...AUDIO_TYPES, 'application/json'],
      schema: speechAccepted,
      headers: {
        'X-Characters': 'Code points of the trimmed text; with `sync`.',
        'Server-Timing':
          '`load;dur=…`: milliseconds that it waited for the engine to load; absent when it did not.',
        'X-Credits': 'What it costs, exact; with `sync`.',
        'X-Warnings':
          'What is read differently from the SSML, separated by ` | `; only with `sync`, absent if there is nothing.',
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
  handler: ({ service, options, metrics }) => {
    const { liveTextMaxChars = maxLiveTextChars, stallTimeoutMs = DEFAULT_STALL_TIMEOUT_MS } = options;
    const liveInputs = byTextType((type) => liveSynthesisInputOf(liveTextMaxChars, type));
    const batchInputs = byTextType(batchSynthesisInputOf);

    async function stream(
      request: FastifyRequest,
      reply: FastifyReply,
      caller: Caller,
    ): Promise<FastifyReply> {
      const startedAtMs = performance.now();
      refuseTimings(request.body);
      const input = parseInput(schemaFor(liveInputs, request.body), request.body);
      const signal = disconnectSignal(reply.raw);
      metrics.liveSyntheses.inc();
      try {
        const synthesis = await service.synthesizeLive(input, caller, {
          signal,
          reuse: mayReuse(request),
          onLoad: loadTiming(reply),
        });
        const onFirst = () => metrics.firstAudioSeconds.observe((performance.now() - startedAtMs) / 1000);
        const form = { headers: audioHeaders(synthesis), onFirst };
        await sendPieces(reply, synthesis.audio, form, { signal, stallTimeoutMs });
      } finally {
        metrics.liveSyntheses.dec();
      }
      return reply;
    }

    return async ({ caller, idempotency, request, reply }) => {
      const { mode } = parseInput(modeInput, jsonObjectOf(request.body));
      if (mode === 'sync') return stream(request, reply, caller);
      const key = idempotency();
      const input = parseInput(schemaFor(batchInputs, request.body), request.body);
      const signal = disconnectSignal(reply.raw);
      const submitted = await service.submitSynthesis(input, caller, { idempotency: key, signal });
      markReplay(reply, submitted.isReplay);
      const { requestId, warnings } = submitted.answer;
      return { requestId, status: ACCEPTED, ...(warnings === undefined ? {} : { warnings }) };
    };
  },
});

/** @throws SpeechError `INVALID_INPUT`, since an answer that is only audio cannot contain them */
function refuseTimings(body: unknown): void {
  if (typeof body !== 'object' || body === null || !('timings' in body)) return;
  throw new SpeechError(
    'INVALID_INPUT',
    'timings are not told in mode "sync", whose answer is audio alone; use mode "async", or a stream on /v1/tts/stream.',
    { field: 'timings' },
  );
}
