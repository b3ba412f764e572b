import type { SynthesisView } from '@parlance/core/synthesis';
import { z } from 'zod';
import { errorMembers } from '../errors/error-families.ts';
import { TTS_ERRORS } from '../errors/error-tables.ts';
import { wireFailure } from '../errors/http-error.ts';
import { named } from '../kit/named-schema.ts';

export const synthesisRequest = named(
  'SpeechRequest',
  z.strictObject({
    requestId: z.string(),
    status: z.enum(['PROCESSING', 'COMPLETED', 'FAILED']),
    audioLink: z
      .url()
      .optional()
      .meta({ description: 'With COMPLETED; valid for three minutes, a new one each time.' }),
    wordsLink: z
      .url()
      .optional()
      .meta({ description: 'With `timings`: the times of words as JSON, `{ "words": [...] }`.' }),
    subtitlesLink: z.url().optional().meta({ description: 'With `timings`: the same as WebVTT.' }),
    error: errorMembers.optional().meta({ description: 'With FAILED.' }),
    error_code: z.string().optional(),
    error_message: z.string().optional(),
  }),
);

/** @returns the absolute address of the audio: a link that is a path is below the service's public address */
export function absoluteLink(link: string, baseUrl: string): string {
  return link.startsWith('/') ? baseUrl + link : link;
}

/** @returns the answer of Get request */
export function synthesisRequestView(
  { record, audioLink, wordsLink, subtitlesLink }: SynthesisView,
  baseUrl: string,
): object {
  const { requestId, status, failure } = record;
  if (status === 'FAILED' && failure !== null) {
    const error = wireFailure(TTS_ERRORS[failure.code], failure);
    return { requestId, status, error, error_code: error.code, error_message: error.message };
  }
  return {
    requestId,
    status,
    ...(audioLink === undefined ? {} : { audioLink: absoluteLink(audioLink, baseUrl) }),
    ...(wordsLink === undefined ? {} : { wordsLink: absoluteLink(wordsLink, baseUrl) }),
    ...(subtitlesLink === undefined ? {} : { subtitlesLink: absoluteLink(subtitlesLink, baseUrl) }),
  };
}
