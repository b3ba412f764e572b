import { GENDERS, type Voice } from '@parlance/core/engine';
import { LANGUAGE_CODES } from '@parlance/core/text';
import type { VoicePageWithCursors } from '@parlance/core/voices';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { EndpointContext } from '../endpoints/context.ts';
import { named } from '../kit/named-schema.ts';
import { demoPath } from '../request/demo-path.ts';
import { publicAddress } from '../request/public-address.ts';

const voiceMembers = z.strictObject({
  code: z.string(),
  name: z.string(),
  gender: z.enum(GENDERS),
  language_code: z.enum(LANGUAGE_CODES),
  demo: z
    .string()
    .meta({ description: 'Address of a sample that needs no credentials; empty if there is none.' }),
  credit_factor: z.number().meta({ description: 'Credits per character.' }),
});

/** Part of the list. Generated clients know it by its name. */
export const voice = named('Voice', voiceMembers);

export const voiceList = named(
  'VoiceList',
  z.strictObject({
    result: z.strictObject({
      voices: z.array(voiceMembers),
      pagination: z.strictObject({
        has_next_page: z.boolean(),
        has_prev_page: z.boolean(),
        next_cursor: z.string().meta({ description: 'Empty on the last page.' }),
        prev_cursor: z.string().nullable(),
      }),
    }),
    status: z.literal(1),
  }),
);

/** Sends a page of the catalogue; the interface gives it the media type `text/json`. */
export function sendVoiceList(
  request: FastifyRequest,
  reply: FastifyReply,
  page: VoicePageWithCursors,
  { service, options }: EndpointContext,
): FastifyReply {
  const base = publicAddress(request, options);
  const hasDemos = service.renderDemo !== undefined;
  return reply.type('text/json; charset=utf-8').send({
    result: {
      voices: page.voices.map((one) => voiceView(one, hasDemos ? base : undefined)),
      pagination: {
        has_next_page: page.nextCursor !== null,
        has_prev_page: page.previousCursor !== null,
        // Always a string, as the interface requires; the other may be null.
        next_cursor: page.nextCursor ?? '',
        prev_cursor: page.previousCursor,
      },
    },
    status: 1,
  });
}

/** The address of a voice's sample; a personal voice has no public one. */
export function demoAddress({ code, ownership }: Voice, demoBase: string | undefined): string {
  return demoBase === undefined || ownership === 'PERSONAL' ? '' : demoBase + demoPath(code);
}

function voiceView(shown: Voice, demoBase: string | undefined) {
  return {
    code: shown.code,
    name: shown.name,
    gender: shown.gender,
    language_code: shown.languageCode,
    demo: demoAddress(shown, demoBase),
    credit_factor: Number(shown.creditFactor),
  };
}
