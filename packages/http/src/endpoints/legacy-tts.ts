import { OUTPUT_FORMATS } from '@parlance/core/audio';
import { SpeechError } from '@parlance/core/errors';
import { inLegacyWords } from '@parlance/core/requests';
import { batchOfLegacy, legacySynthesisInput } from '@parlance/core/synthesis';
import { z } from 'zod';
import { sendLegacyResult } from '../answers/legacy-result.ts';
import { time } from '../answers/times.ts';
import { LEGACY_FAMILY } from '../errors/error-families.ts';
import { disconnectSignal } from '../kit/disconnect-signal.ts';
import { defineEndpoint } from '../kit/endpoint/define-endpoint.ts';
import { markReplay } from '../kit/idempotency.ts';
import { named } from '../kit/named-schema.ts';
import { publicAddress } from '../request/public-address.ts';
import { APP } from './access.ts';
import { SYNTHESIS_FAULTS } from './tts.ts';

const legacyAnswer = named(
  'LegacyAnswer',
  z.strictObject({
    status: z.literal(1),
    result: z.strictObject({
      request_id: z.string(),
      app_id: z.string(),
      characters: z.int(),
      voice_code: z.string(),
      audio_type: z.enum(OUTPUT_FORMATS),
      speed_rate: z.number(),
      sample_rate: z.string(),
      bitrate: z.number(),
      created_at: time,
      status: z.enum(['PROCESSING', 'SUCCESS', 'FAILURE']),
      audio_link: z.url().optional(),
      error_code: z.string().optional(),
      error_message: z.string().optional(),
    }),
  }),
);

/** Create speech in the form of older clients. `direct` waits for the audio; if the client leaves, the work continues. */
export const createSpeechLegacy = defineEndpoint({
  method: 'POST',
  url: '/api/v1/tts',
  operationId: 'createSpeechLegacy',
  tag: 'Legacy',
  summary: 'Synthesize a text, in the form of older clients',
  description: '`direct` waits for the audio; a client that stops waiting stops nothing else.',
  access: APP,
  isIdempotent: true,
  body: {
    schema: legacySynthesisInput,
    example: { response_type: 'direct', voice_code: 'joe', input_text: 'Good morning.' },
  },
  answers: { 200: { description: 'The request.', mediaTypes: ['text/json'], schema: legacyAnswer } },
  errors: LEGACY_FAMILY,
  faults: [...SYNTHESIS_FAULTS, 'IDEMPOTENCY_CONFLICT', 'QUEUE_FULL'],
  handler:
    ({ service, options }) =>
    async ({ caller, body, idempotency, request, reply }) => {
      const signal = disconnectSignal(reply.raw);
      const { answer, isReplay } = await service
        .submitSynthesis(batchOfLegacy(body), caller, {
          kind: 'legacy',
          idempotency: idempotency(),
          signal,
        })
        .catch((error: unknown) => {
          throw SpeechError.is(error) ? inLegacyWords(error) : error;
        });
      const view =
        body.response_type === 'direct'
          ? await service.awaitSynthesis(answer.requestId, caller, { signal })
          : { record: answer };
      markReplay(reply, isReplay);
      return sendLegacyResult(reply, view, publicAddress(request, options));
    },
});
