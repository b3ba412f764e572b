import { SpeechError } from '@parlance/core/errors';
import { parseInput } from '@parlance/core/input';
import { inLegacyWords } from '@parlance/core/requests';
import { batchOfLegacy, legacySynthesisInput } from '@parlance/core/synthesis';
import type { FastifyInstance } from 'fastify';
import { LEGACY_ERRORS } from '../errors/error-reply.ts';
import { sendLegacyResult } from '../replies/legacy-result.ts';
import { authenticateEarly, callerOf } from '../request/caller.ts';
import { disconnectSignal } from '../request/disconnect-signal.ts';
import { idempotencyOf, markReplay } from '../request/idempotency.ts';
import { jsonObjectOf, requireContentType } from '../request/json-body.ts';
import { publicAddress } from '../request/public-address.ts';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const URL = '/api/v1/tts';

/** Create speech as older clients ask for it. `direct` waits for the audio; the work goes on when the client does not. */
export function legacyTtsRoute(app: FastifyInstance, { service, options }: RouteContext): void {
  app.route({
    method: 'POST',
    url: URL,
    onRequest: [
      authenticateEarly(service),
      async (request) => requireContentType(request, 'application/json'),
    ],
    handler: async (request, reply) => {
      const caller = await callerOf(request, service, { fields: request.body });
      const idempotency = idempotencyOf(request, URL, request.body);
      const input = parseInput(legacySynthesisInput, jsonObjectOf(request.body));
      const signal = disconnectSignal(reply.raw);
      const { answer, isReplay } = await service
        .submitSynthesis(batchOfLegacy(input), caller, { kind: 'legacy', idempotency, signal })
        .catch((error: unknown) => {
          throw SpeechError.is(error) ? inLegacyWords(error) : error;
        });
      const view =
        input.response_type === 'direct'
          ? await service.awaitSynthesis(answer.requestId, caller, { signal })
          : { record: answer };
      markReplay(reply, isReplay);
      return sendLegacyResult(reply, view, publicAddress(request, options));
    },
  });
  refuseOtherMethods(app, URL, ['POST'], { style: LEGACY_ERRORS });
}
