import { SpeechError } from '@parlance/core/errors';
import { parseInput } from '@parlance/core/input';
import { voiceQueryInput } from '@parlance/core/voices';
import type { FastifyInstance } from 'fastify';
import { VOICE_LIST_ERRORS } from '../errors/error-reply.ts';
import { sendVoiceList } from '../replies/voice-list.ts';
import { authenticateByHeaders } from '../request/caller.ts';
import { type RouteContext, refuseOtherMethods } from './endpoint.ts';

export const VOICES_URL = '/api/public/v1/voices';

/** The filters that the interface spells in both ways. */
const SPELLINGS = [
  ['voice_ownership', 'voiceOwnership'],
  ['language_code', 'languageCode'],
] as const;

/** List voices. */
export function voicesRoute(app: FastifyInstance, context: RouteContext): void {
  const { service } = context;
  app.route({
    method: 'GET',
    url: VOICES_URL,
    onRequest: authenticateByHeaders(service, 'live'),
    handler: async (request, reply) => {
      const query = parseInput(voiceQueryInput, foldSpellings(request.query as Record<string, unknown>));
      const page = await service.listVoices(query, request.speechApp?.appId);
      return sendVoiceList(request, reply, page, context);
    },
  });
  refuseOtherMethods(app, VOICES_URL, ['GET'], { style: VOICE_LIST_ERRORS });
}

/** @throws SpeechError `INVALID_INPUT` when both spellings are given and differ */
function foldSpellings(query: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const folded: Record<string, unknown> = { ...query };
  for (const [snake, camel] of SPELLINGS) {
    const [first, second] = [query[snake], query[camel]];
    if (first !== undefined && second !== undefined && first !== second) {
      throw new SpeechError(
        'INVALID_INPUT',
        `${snake} and ${camel} are two spellings of one filter; give one of them.`,
        {
          field: snake,
        },
      );
    }
    folded[snake] = first ?? second;
  }
  return folded;
}
