import { SpeechError } from '@parlance/core/errors';
import { parseInput } from '@parlance/core/input';
import { voiceQueryInput } from '@parlance/core/voices';
import { z } from 'zod';
import { sendVoiceList, voiceList } from '../answers/voice-list.ts';
import { VOICES_FAMILY } from '../errors/error-families.ts';
import { defineEndpoint } from '../kit/endpoint/define-endpoint.ts';
import { LIVE } from './access.ts';

/** The filters for which the interface has two spellings. */
const SPELLINGS = [
  ['voice_ownership', 'voiceOwnership'],
  ['language_code', 'languageCode'],
] as const;

const { voice_ownership, language_code } = voiceQueryInput.shape;
const respelt = (name: string) => ({ description: `Another spelling of \`${name}\`.` });

/** List voices. */
export const listVoices = defineEndpoint({
  method: 'GET',
  url: '/api/public/v1/voices',
  operationId: 'listVoices',
  tag: 'Voices',
  summary: 'The voices, page by page',
  description: 'The most natural ones first, then by engine, language and code.',
  access: LIVE,
  rawQuery: z.object({
    ...voiceQueryInput.shape,
    voiceOwnership: voice_ownership.meta(respelt('voice_ownership')),
    languageCode: language_code.meta(respelt('language_code')),
  }),
  answers: { 200: { description: 'A page.', mediaTypes: ['text/json'], schema: voiceList } },
  errors: VOICES_FAMILY,
  faults: ['INVALID_INPUT'],
  handler:
    (context) =>
    async ({ caller, request, reply }) => {
      const query = parseInput(voiceQueryInput, foldSpellings(request.query as Record<string, unknown>));
      const page = await context.service.listVoices(query, caller.appId);
      return sendVoiceList(request, reply, page, context);
    },
});

/** @throws SpeechError `INVALID_INPUT` if both spellings are given and differ */
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
