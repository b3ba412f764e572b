import { liveSynthesisInput, modeInput, parseInput } from '@parlance/core';
import type { FastifyInstance } from 'fastify';
import { DEFAULT_STALL_TIMEOUT_MS } from '../options.ts';
import { streamAudio } from '../replies/stream-audio.ts';
import { authenticateEarly, callerOf } from '../request/caller.ts';
import { disconnectSignal } from '../request/disconnect-signal.ts';
import { jsonObjectOf, requireContentType } from '../request/json-body.ts';
import { NEEDS_STORAGE, notAvailableYet } from '../request/not-available.ts';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

const URL = '/v1/tts';

/** Create speech. `mode: "sync"` streams the audio while it is made. */
export function ttsRoute(app: FastifyInstance, { service, options, metrics }: RouteContext): void {
  app.route({
    method: 'POST',
    url: URL,
    onRequest: [
      authenticateEarly(service),
      async (request) => requireContentType(request, 'application/json'),
    ],
    handler: async (request, reply) => {
      const startedAtMs = performance.now();
      const caller = await callerOf(request, service, request.body);
      const body = jsonObjectOf(request.body);
      const { mode } = parseInput(modeInput, body);
      if (mode === 'async') throw notAvailableYet('mode', 'mode "async"', NEEDS_STORAGE);
      const input = parseInput(liveSynthesisInput, body);
      const signal = disconnectSignal(reply.raw);
      metrics.liveSyntheses.inc();
      try {
        const synthesis = await service.synthesizeLive(input, caller, { signal });
        await streamAudio(reply, synthesis, {
          signal,
          stallTimeoutMs: options.stallTimeoutMs ?? DEFAULT_STALL_TIMEOUT_MS,
          onFirstAudio: () => metrics.firstAudioSeconds.observe((performance.now() - startedAtMs) / 1000),
        });
      } finally {
        metrics.liveSyntheses.dec();
      }
      return reply;
    },
  });
  refuseOtherMethods(app, URL, ['POST']);
}
