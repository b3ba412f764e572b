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
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_STALL_TIMEOUT_MS } from '../options.ts';
import { loadTiming } from '../replies/server-timing.ts';
import { streamAudio } from '../replies/stream-audio.ts';
import { mayReuse } from '../request/cache-control.ts';
import { authenticateEarly, callerOf } from '../request/caller.ts';
import { disconnectSignal } from '../request/disconnect-signal.ts';
import { idempotencyOf, markReplay } from '../request/idempotency.ts';
import { jsonObjectOf, requireContentType } from '../request/json-body.ts';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const URL = '/v1/tts';
/** What every request is accepted into. A repeat gets the first answer, whatever has become of the request since. */
const ACCEPTED: SynthesisRequestState = 'PROCESSING';

/** Create speech. `sync` streams the audio while it is made, `async` accepts a text of any length for a job. */
export function ttsRoute(app: FastifyInstance, { service, options, metrics }: RouteContext): void {
  const { liveTextMaxChars = LIMITS.synthesis.maxLiveTextChars } = options;
  const liveInputs = byTextType((type) => liveSynthesisInputOf(liveTextMaxChars, type));
  const batchInputs = byTextType(batchSynthesisInputOf);
  app.route({
    method: 'POST',
    url: URL,
    onRequest: [
      authenticateEarly(service, 'live'),
      async (request) => requireContentType(request, 'application/json'),
    ],
    handler: async (request, reply) => {
      await callerOf(request, service, { fields: request.body, access: 'live' });
      const { mode } = parseInput(modeInput, jsonObjectOf(request.body));
      return mode === 'async' ? submit(request, reply) : stream(request, reply);
    },
  });
  refuseOtherMethods(app, URL, ['POST']);

  async function submit(request: FastifyRequest, reply: FastifyReply): Promise<object> {
    const caller = await callerOf(request, service);
    const idempotency = idempotencyOf(request, URL, request.body);
    const input = parseInput(schemaFor(batchInputs, request.body), request.body);
    const signal = disconnectSignal(reply.raw);
    const { answer, isReplay } = await service.submitSynthesis(input, caller, { idempotency, signal });
    markReplay(reply, isReplay);
    const { requestId, warnings } = answer;
    return { requestId, status: ACCEPTED, ...(warnings === undefined ? {} : { warnings }) };
  }

  async function stream(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
    const startedAtMs = performance.now();
    const caller = await callerOf(request, service);
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
      await streamAudio(reply, synthesis, {
        signal,
        stallTimeoutMs: options.stallTimeoutMs ?? DEFAULT_STALL_TIMEOUT_MS,
        onFirstAudio: () => metrics.firstAudioSeconds.observe((performance.now() - startedAtMs) / 1000),
      });
    } finally {
      metrics.liveSyntheses.dec();
    }
    return reply;
  }
}

/** @throws SpeechError `INVALID_INPUT`: an answer that is nothing but audio has no place for them */
function refuseTimings(body: unknown): void {
  if (typeof body !== 'object' || body === null || !('timings' in body)) return;
  throw new SpeechError(
    'INVALID_INPUT',
    'timings are not told in mode "sync", whose answer is audio alone; use mode "async", or a stream on /v1/tts/stream.',
    { field: 'timings' },
  );
}
