import type { Voice } from '@parlance/core/engine';
import type { VoicePageWithCursors } from '@parlance/core/voices';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { publicAddress } from '../request/public-address.ts';
import type { RouteContext } from '../routes/endpoint.ts';
import { demoPath } from '../routes/voice-demo.ts';

/** Sends a page of the catalogue; the interface gives it the media type `text/json`. */
export function sendVoiceList(
  request: FastifyRequest,
  reply: FastifyReply,
  page: VoicePageWithCursors,
  { service, options }: RouteContext,
): FastifyReply {
  const base = publicAddress(request, options);
  const hasDemos = service.renderDemo !== undefined;
  return reply.type('text/json; charset=utf-8').send({
    result: {
      voices: page.voices.map((voice) => voiceView(voice, hasDemos ? base : undefined)),
      pagination: {
        has_next_page: page.nextCursor !== null,
        has_prev_page: page.previousCursor !== null,
        // Always a string, as the interface has it; the other may be null.
        next_cursor: page.nextCursor ?? '',
        prev_cursor: page.previousCursor,
      },
    },
    status: 1,
  });
}

/** A voice as the console shows it. */
export function consoleVoiceView(voice: Voice, demoBase: string | undefined): object {
  const { code, name, gender, languageCode, engine, ownership, ownerAppId, licence, nativeRateHz } = voice;
  const demo = demoAddress(voice, demoBase);
  return {
    code,
    name,
    gender,
    languageCode,
    engine,
    ownership,
    ownerAppId: ownerAppId ?? null,
    licence,
    nativeRateHz,
    creditFactor: Number(voice.creditFactor),
    demo: demo === '' ? null : demo,
  };
}

/** A personal voice has no sample for everybody to hear. */
function demoAddress(voice: Voice, demoBase: string | undefined): string {
  return demoBase === undefined || voice.ownership === 'PERSONAL' ? '' : demoBase + demoPath(voice.code);
}

function voiceView(voice: Voice, demoBase: string | undefined) {
  return {
    code: voice.code,
    name: voice.name,
    gender: voice.gender,
    language_code: voice.languageCode,
    demo: demoAddress(voice, demoBase),
    credit_factor: Number(voice.creditFactor),
  };
}
